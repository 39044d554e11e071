// The states of the page that a person should look at; EVOLEARNER_PICTURES says where they go.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForLongRun, BINARY, errorsOf, folder, launch, learn, learned, mark, open, Server } from "./fixture";

const PICTURES = process.env.EVOLEARNER_PICTURES;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function picture(page: Page, name: string): Promise<void> {
  expect(errorsOf(page)).toEqual([]);
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

const WIDE = { viewport: { width: 1440, height: 900 } };

test("a run under way shows the best so far and its curves", async () => {
  const page = await open(browser, server.address, WIDE);
  await askForLongRun(page);
  await page.getByRole("heading", { name: "Settings" }).click();
  await mark(page, "Grandmother", "positive", 5);
  await learn(page);
  await page.getByText(/^Learning: generation [1-9]\d* of 20000/).waitFor();
  await page.getByText("Quality over generations").waitFor();
  await picture(page, "running");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.context().close();
});

test("an answer with a bound can be edited in place", async () => {
  const page = await open(browser, server.address, WIDE);
  await mark(page, "Mother", "positive", 6);
  await mark(page, "Father", "negative", 6);
  await learn(page);
  await learned(page);
  await page.getByRole("heading", { name: /^Expected on new/ }).waitFor();
  await picture(page, "answer");
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "Replace…" }).click();
  await page.getByLabel("or a concept").fill("Female and (hasChild some (birthYear some xsd:integer[<= 1950]))");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByText("changed by you").waitFor();
  await page.locator(".outline .part").last().click();
  await page.getByRole("slider").focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: /^Gained by the change|By the part/ }).or(page.getByText(/By the part/)).first().waitFor();
  await page.waitForTimeout(600);
  const byWhole = page.getByRole("button", { name: "by the whole answer" });
  if (await byWhole.isVisible()) await page.locator("#pane-answer").evaluate((pane) => pane.scrollTo(0, 260));
  await picture(page, "edit");
  await page.context().close();
});

test("two runs stand side by side", async () => {
  const page = await open(browser, server.address, WIDE);
  await mark(page, "Mother", "positive", 5);
  await mark(page, "Father", "negative", 5);
  await learn(page);
  await learned(page);
  await mark(page, "Grandfather", "positive", 4);
  await learn(page);
  await page.getByText("The examples or settings have changed since").waitFor({ state: "detached" });
  await learned(page);
  await page.getByRole("tab", { name: "Runs" }).click();
  const runs = page.getByRole("list", { name: "Earlier runs" }).locator(":scope > li");
  for (const at of [0, 1]) await runs.nth(at).getByRole("checkbox").check();
  await page.getByRole("heading", { name: /^Only [AB] has/ }).first().waitFor();
  await page.getByRole("region", { name: "Comparison" }).scrollIntoViewIfNeeded();
  await picture(page, "compare");
  await page.context().close();
});

test("a question is asked with two readings", async () => {
  const page = await open(browser, server.address, WIDE);
  await mark(page, "Grandmother", "positive", 3);
  await mark(page, "Son", "negative", 3);
  await learn(page);
  await learned(page);
  await page.getByRole("tab", { name: "Label next" }).click();
  await page.getByRole("button", { name: "+ It belongs" }).waitFor();
  await picture(page, "suggestion");
  await page.context().close();
});

test("suggestions stand by class, and who speaks against them", async () => {
  // A family that does not say of every brother that he is one.
  const place = folder();
  const path = join(place.path, "family.ttl");
  const family = execFileSync(BINARY, ["generate", "family", "--quiet"], { encoding: "utf8" });
  writeFileSync(path, family.replace(/^(:(?:albert-jansen-24|david-jansen-25|willem-dahl-29) .*), :Brother /gm, "$1 "));
  const forgetful = await Server.start(path);
  const page = await open(browser, forgetful.address, WIDE);
  await page.getByRole("button", { name: /^suggest definitions for all/ }).click();
  await page.getByText(/^Done: \d+ classes in/).waitFor();
  await page.getByLabel("with suspects").check();
  await page.getByText("3 individuals speak against it").click();
  await page.getByRole("list", { name: "Looks like PersonWithASibling and is not in it" }).getByRole("button", { name: "albert-jansen-24" }).click();
  await page.getByRole("heading", { name: "Why albert-jansen-24 is in" }).waitFor();
  await picture(page, "definitions");
  await page.context().close();
  await forgetful.stop();
  place.remove();
});
