// Nothing is lost: reloads, restarts of the server, and undo after every action.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, askForLongRun, errorsOf, folder, launch, learn, learned, mark, open, outcomes, Server } from "./fixture";

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

const counts = async (page: Page) => [await page.locator(".marked.positive .count").innerText(), await page.locator(".marked.negative .count").innerText()];

test("a reload at every step loses nothing", async () => {
  const page = await open(browser, server.address);
  const reload = async () => {
    await page.reload();
    await page.getByText("200 found").waitFor();
  };
  await mark(page, "Mother", "positive", 4);
  await reload();
  expect(await page.locator(".marked.positive .count").innerText()).toBe("4");
  await mark(page, "Father", "negative", 4);
  await page.getByRole("heading", { name: "Settings" }).click();
  await page.getByLabel("Max length").fill("5");
  await page.getByText("1 changed").waitFor();
  await reload();
  expect(await counts(page)).toEqual(["4", "4"]);
  await page.getByText("1 changed").waitFor();
  await learn(page);
  await reload();
  await learned(page);
  const concept = await answer(page);
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "And also…" }).click();
  await page.getByLabel("or a concept").fill("hasChild some Male");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByText("changed by you").waitFor();
  const changed = await answer(page);
  expect(changed).not.toBe(concept);
  await reload();
  await page.getByText("changed by you").waitFor();
  expect(await answer(page)).toBe(changed);
  // What was done before the reload can still be undone.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => answer(page)).toBe(concept);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("every action can be undone and done again", async () => {
  const page = await open(browser, server.address);
  const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name, exact: true }));
  /** Everything that is on the page, apart from where one looks. */
  const state = () => page.evaluate(() => JSON.stringify(JSON.parse(localStorage.getItem("evolearner-session") ?? "{}").doc));
  const actions: [string, () => Promise<unknown>][] = [
    ["try the example", () => page.getByRole("button", { name: /^Try/ }).click()],
    ["mark", () => mark(page, "Mother", "negative", 1)],
    ["remove", () => page.getByRole("button", { name: /^Remove / }).first().click()],
    ["settings", async () => (await page.getByRole("heading", { name: "Settings" }).click(), await page.getByLabel("Max length").fill("9"))],
    ["learn", async () => (await learn(page), await learned(page))],
    ["a row of the front", () => page.locator("table.front button.link[aria-pressed=false]").first().click()],
    ["edit", async () => (await page.locator(".outline .part").first().click(), await page.getByRole("button", { name: "Drop it" }).click(), await page.getByText("changed by you").waitFor())],
    ["back", () => page.getByRole("button", { name: "back to what was learned" }).click()],
    // The last part of what was learned: while nothing but ⊤ is left of the answer, there is only one.
    ["forbid", async () => (await page.locator(".outline .part").nth(1).waitFor(), await page.locator(".outline .part[aria-disabled=false]").last().click(), await page.getByRole("button", { name: "more…" }).click(), await page.getByRole("button", { name: /^Never use / }).first().click())],
    ["flip", () => page.getByRole("button", { name: /^Flip the label of/ }).first().click()],
  ];
  for (const [what, act] of actions) {
    await act();
    await page.waitForTimeout(150);
    const after = await state();
    await undo!.click();
    await expect.poll(state, { message: what }).not.toBe(after);
    await redo!.click();
    await expect.poll(state, { message: what }).toBe(after);
  }
  // All the way back, by keyboard.
  await page.locator("h1").click();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("Control+z");
  await page.getByRole("heading", { name: "Learn a concept from examples" }).waitFor();
  expect(await counts(page)).toEqual(["0", "0"]);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a server that is killed and started again in the middle of a run is found by itself", async () => {
  const data = folder();
  const first = await Server.start("--data", data.path);
  const bind = new URL(first.address).host;
  const page = await open(browser, first.address);
  await askForLongRun(page);
  await mark(page, "Mother", "positive", 5);
  await learn(page);
  await page.getByText(/^Learning: generation \d+ of 20000/).waitFor();
  await first.stop("SIGKILL");
  await page.getByText("The server cannot be reached; trying again…").waitFor();
  const second = await Server.startAt(bind, "--data", data.path);
  await page.getByText(/^Learning: generation \d+ of 20000/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped: [\d,]+ generations?, /).waitFor();
  await page.getByRole("heading", { name: "The front" }).waitFor();
  await page.context().close();
  await second.stop();
  data.remove();
});

test("a search waits for a server that is gone, and goes on by itself", async () => {
  const first = await Server.start();
  const bind = new URL(first.address).host;
  const page = await open(browser, first.address);
  await page.getByText("200 found").waitFor();
  await first.stop();
  await page.getByLabel("Find individuals").fill("ada-jansen");
  await page.getByText("The page tries again by itself").waitFor();
  const second = await Server.startAt(bind);
  await page.getByText("1 found").waitFor();
  expect(await page.getByText("The page tries again by itself").count()).toBe(0);
  await page.context().close();
  await second.stop();
});

test("two tabs work on what each of them has, also after a reload", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "positive", 3);
  const other = await page.context().newPage();
  await other.goto(server.address);
  await expect.poll(() => other.locator(".marked.positive .count").innerText()).toBe("3");
  await other.getByRole("button", { name: "Clear all positive examples" }).click();
  await expect.poll(() => other.locator(".marked.positive .count").innerText()).toBe("0");
  await page.reload();
  await page.getByText("200 found").waitFor();
  expect(await page.locator(".marked.positive .count").innerText()).toBe("3");
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a run that the server has forgotten is said to be so, and the examples stay", async () => {
  const first = await Server.start();
  const bind = new URL(first.address).host;
  const page = await open(browser, first.address);
  await mark(page, "Mother", "positive", 3);
  await learn(page);
  await learned(page);
  await first.stop();
  const second = await Server.startAt(bind);
  await page.reload();
  await page.getByText("200 found").waitFor();
  expect(await page.locator(".marked.positive .count").innerText()).toBe("3");
  await learn(page);
  await learned(page);
  expect((await outcomes(page))[0]).toBe(3);
  await page.context().close();
  await second.stop();
});

test("earlier runs can be named, opened, compared, taken over and deleted", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "positive", 4);
  await mark(page, "Father", "negative", 4);
  await learn(page);
  await learned(page);
  await page.getByRole("tab", { name: "Runs" }).click();
  const runs = page.getByRole("list", { name: "Earlier runs" });
  const newest = runs.locator(":scope > li").first();
  await newest.getByRole("button", { name: /^Name / }).click();
  await newest.getByLabel("Name", { exact: true }).fill("first try");
  await newest.getByLabel("Note").fill("four of each");
  await newest.getByRole("button", { name: "Keep" }).click();
  await newest.getByRole("button", { name: "first try", exact: true }).waitFor();
  await newest.getByText(/four of each/).waitFor();
  await mark(page, "Grandfather", "positive", 4);
  await learn(page);
  await learned(page);
  await page.getByRole("tab", { name: "Runs" }).click();
  for (const at of [0, 1]) await runs.locator(":scope > li").nth(at).getByRole("checkbox").check();
  const comparison = page.locator("#pane-answer").getByRole("region", { name: "Comparison" });
  await comparison.getByRole("heading", { name: /^Only [AB] has/ }).first().waitFor();
  expect(await comparison.locator(".sides").first().locator(":scope > div").count()).toBe(2);
  await comparison.getByRole("button", { name: "close" }).click();
  expect(await runs.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await runs.getByRole("button", { name: "first try", exact: true }).click();
  await expect.poll(() => page.locator(".marked.positive .count").innerText()).toBe("4");
  await learned(page);
  await page.getByRole("button", { name: "Duplicate first try" }).click();
  await page.getByText("Ready.").waitFor();
  expect(await counts(page)).toEqual(["4", "4"]);
  await page.getByRole("button", { name: "Delete first try" }).click();
  await expect.poll(() => runs.getByRole("button", { name: "first try", exact: true }).count()).toBe(0);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
