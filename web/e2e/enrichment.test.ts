// Suggestions for a whole ontology: started, followed, read, ticked, saved, looked at.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BINARY, errorsOf, folder, identifiers, launch, open, Server, take, violations } from "./fixture";

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

/** Patients, half of whom have a heart finding and are heart patients; of number 7 it is not stated, of number 9 it is wrong. */
function ward(): string {
  const lines = [
    "@prefix : <http://purl.obolibrary.org/obo/> .",
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
  ];
  const named = (id: string, kind: string, label: string) => lines.push(`:${id} a owl:${kind} ; rdfs:label "${label}" .`);
  named("XP_0000001", "Class", "patient");
  named("XP_0000002", "Class", "heart finding");
  named("XP_0000003", "Class", "lung finding");
  named("XP_0000004", "Class", "heart patient");
  named("XP_0000005", "ObjectProperty", "has finding");
  lines.push(":XP_0000004 rdfs:subClassOf :XP_0000001 .");
  for (let at = 1; at <= 40; at += 1) {
    const [patient, finding] = [`XQ_${1000 + at}`, `XQ_${2000 + at}`];
    const isHeart = at <= 20;
    lines.push(`:${patient} a :XP_0000001 ; rdfs:label "patient number ${at}" ; :XP_0000005 :${finding} .`);
    lines.push(`:${finding} a :XP_000000${isHeart && at !== 9 ? 2 : 3} ; rdfs:label "finding number ${at}" .`);
    if (isHeart && at !== 7) lines.push(`:${patient} a :XP_0000004 .`);
  }
  return lines.join("\n");
}

async function uploadWard(page: Page): Promise<void> {
  await page.getByLabel(/Upload/).setInputFiles({ name: "ward.ttl", mimeType: "text/turtle", buffer: Buffer.from(ward()) });
  await page.getByText("80 found").waitFor({ state: "attached" });
}

const title = (page: Page) => page.getByRole("heading", { name: "Suggested definitions" });

/** Waits until suggestions are there. */
async function suggested(page: Page): Promise<void> {
  await page.getByText(/^Done: \d+ class(es)? in .* with a suggested definition/).waitFor();
  await page.locator(".enriched").first().waitFor();
}

async function saved(page: Page, button: RegExp): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFileSync(await (await download).path(), "utf8");
}

const SAVE = /^Save [\d,]+ ticked axioms? as OWL$/;

test("suggestions for all classes are read, ticked, saved, and come back", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const clean = async (where: string) => expect(await identifiers(page), where).toEqual([]);
  await uploadWard(page);
  await page.getByRole("button", { name: "suggest definitions for all 4 classes" }).click();
  await title(page).waitFor();
  await suggested(page);
  await clean("suggestions");

  // Read: in words, and in notations with labels; with identifiers when they are asked for.
  const heart = page.getByRole("region", { name: "heart patient", exact: true });
  await heart.getByText(/^19 instances, 21 others in patient$/).waitFor();
  const first = heart.locator("td button").first();
  expect(await first.innerText()).toMatch(/has .*finding/);
  expect(await heart.locator("tbody tr").first().locator("td").allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/^0\.9\d\d$/)]));
  await page.getByRole("button", { name: "DL", exact: true }).click();
  expect(await first.innerText()).toContain("∃");
  await page.getByRole("button", { name: "Manchester", exact: true }).click();
  expect(await first.innerText()).toContain("some 'heart finding'");
  await clean("notations");
  await page.getByLabel("Names").selectOption("ids");
  await page.getByRole("region", { name: "XP_0000004", exact: true }).waitFor();
  await page.getByLabel("Names").selectOption("labels");
  await page.getByRole("button", { name: "Sentence", exact: true }).click();

  // Tick: each axiom for itself; what is saved is what is ticked.
  const box = heart.getByRole("checkbox").first();
  const before = await box.isChecked();
  const axioms = (text: string) => text.split("\n").filter((line) => /^(EquivalentClasses|SubClassOf|ObjectProperty)/.test(line));
  const counted = async () => Number((await page.getByRole("button", { name: SAVE }).innerText()).replace(/\D/g, ""));
  const nBefore = await counted();
  await box.click();
  await expect.poll(counted).toBe(nBefore + (before ? -1 : 1));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(counted).toBe(nBefore);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.reload();
  await suggested(page);
  expect(await box.isChecked()).toBe(!before);
  const ontology = await saved(page, SAVE);
  expect(axioms(ontology).length).toBe(await counted());
  const isSaved = axioms(ontology).some((line) => line.startsWith("EquivalentClasses") && line.includes(") <http://purl.obolibrary.org/obo/XP_0000004> "));
  expect(isSaved).toBe(!before);
  expect(await saved(page, /^HTML report$/)).toContain("<h1>Suggestions for ward.ttl</h1>");

  // Suspects: who they are, and why.
  await heart.getByText("2 individuals speak against it").click();
  await heart.getByRole("list", { name: "Is in heart patient and does not look like it" }).getByRole("button", { name: "patient number 9", exact: true }).waitFor();
  await heart.getByRole("list", { name: "Looks like heart patient and is not in it" }).getByRole("button", { name: "patient number 7", exact: true }).click();
  await page.getByRole("heading", { name: "Why patient number 7 is in" }).waitFor();
  await page.getByText(/^By the first definition that is suggested for heart patient: /).waitFor();
  await clean("suspects");

  // Look: a suggestion is the answer for its class, and the suggestions are where they were.
  const sentence = await first.innerText();
  await first.click();
  await page.getByText("The instances of heart patient.").waitFor();
  await expect.poll(() => page.locator(".sentence").innerText()).toBe(sentence.charAt(0).toUpperCase() + sentence.slice(1));
  await page.locator(".confusion").waitFor();
  await page.getByRole("button", { name: "For heart patient", exact: true }).waitFor();
  await clean("answer");
  await page.getByRole("group", { name: "In the middle" }).getByRole("button", { name: "Suggestions" }).click();
  await suggested(page);

  // Another one may be looked at, and the one before is opened again.
  await page.getByRole("button", { name: "For heart patient", exact: true }).click();
  await page.getByText(/^Done: 1 class in/).waitFor();
  await page.getByRole("tab", { name: "Runs" }).click();
  const runs = page.getByRole("list", { name: "Earlier runs" }).locator(":scope > li");
  await expect.poll(() => runs.count()).toBe(2);
  await runs.nth(0).getByText("class heart patient").waitFor();
  await runs.nth(1).getByText("all classes").waitFor();
  await runs.nth(1).getByRole("button", { name: "Suggested definitions", exact: true }).click();
  await expect.poll(counted).toBe(nBefore);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("what is ticked at first is what the command line writes", async () => {
  const page = await open(browser, server.address, { acceptDownloads: true });
  await page.getByRole("tab", { name: "By class" }).click();
  await take(page, "Class", "Grandchild");
  await page.getByRole("button", { name: "For Grandchild", exact: true }).click();
  await suggested(page);
  const place = folder();
  const path = join(place.path, "suggestions.ofn");
  execFileSync(BINARY, ["enrich", "--class", "Grandchild", "--owl", path, "--quiet"]);
  const written = readFileSync(path, "utf8");
  place.remove();
  expect(written).toContain("EquivalentClasses");
  expect(written).toContain("SubClassOf");
  expect(await saved(page, SAVE)).toBe(written);
  await page.context().close();
});

test("the search pauses, goes on after a reload, and ends with what it has", async () => {
  const place = folder();
  const path = join(place.path, "people.ttl");
  execFileSync(BINARY, ["generate", "family", "--people", "2000", "--output", path, "--quiet"]);
  const large = await Server.start(path);
  const page = await open(browser, large.address);
  await page.getByRole("button", { name: /^For all \d+ classes$/ }).click();
  await page.getByText(/^Looking for definitions: ([2-9]|1\d) of \d+ classes done\.$/).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Paused/).waitFor();
  await page.reload();
  await page.getByText(/^Paused/).waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText(/^Looking for definitions/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped: \d+ class(es)? in/).waitFor();
  await page.locator(".enriched").first().waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
  await large.stop();
  place.remove();
});

for (const [device, width, height] of [["phone", 375, 720], ["tablet", 1000, 800], ["wide screen", 1440, 900]] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`suggestions fit on a ${device} and are accessible, ${colorScheme}`, async () => {
      const page = await open(browser, server.address, { viewport: { width, height }, colorScheme, hasTouch: device === "phone", isMobile: device === "phone" });
      await uploadWard(page);
      await page.getByRole("button", { name: /for all \d+ classes$/i }).first().click();
      await suggested(page);
      await page.getByText("2 individuals speak against it").click();
      await page.getByRole("button", { name: "patient number 9", exact: true }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      expect(errorsOf(page)).toEqual([]);
      await page.context().close();
    });
  }
}

test("suggestions are reached, ticked and opened without a mouse", async () => {
  const page = await open(browser, server.address);
  await uploadWard(page);
  const focused = () => page.evaluate(() => `${document.activeElement?.id} ${document.activeElement?.getAttribute("aria-label") ?? ""} ${(document.activeElement as HTMLElement).innerText ?? ""}`);
  async function tabTo(name: RegExp): Promise<void> {
    for (let tries = 0; tries < 80; tries += 1) {
      await page.keyboard.press("Tab");
      if (name.test(await focused())) return;
    }
    throw new Error(`no way to ${name}`);
  }
  await page.reload();
  await page.getByText("80 found").waitFor();
  await tabTo(/Skip to the answer$/);
  await page.keyboard.press("Enter");
  await tabTo(/suggest definitions for all/);
  await page.keyboard.press("Enter");
  await suggested(page);
  await expect.poll(focused).toMatch(/^enrichment-title/);
  await tabTo(/heart patient is the same as /);
  const box = page.getByRole("region", { name: "heart patient", exact: true }).getByRole("checkbox").first();
  const before = await box.isChecked();
  await page.keyboard.press("Space");
  expect(await box.isChecked()).toBe(!before);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toMatch(/^answer-title/);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
