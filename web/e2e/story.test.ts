// The story of the page: mark, learn, read, explain, flip, learn again.

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForLongRun, errorsOf, launch, learned, mark, open, Server } from "./fixture";

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

async function markAndLearn(page: Page): Promise<string[]> {
  const names = await mark(page, "Mother", "positive", 6);
  await mark(page, "Father", "negative", 6);
  await mark(page, "Female", "negative", 3);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await learned(page);
  return names;
}

test("mark, learn, read, explain, flip, learn again", async () => {
  const page = await open(browser, server.address, { acceptDownloads: true });
  await page.getByLabel("Find individuals").fill("zzz");
  await page.getByText("nobody is found").waitFor();
  await page.getByLabel("Find individuals").fill("");
  const [someMother] = await markAndLearn(page);

  // Read: the best concept, the front, the sentence, the tree.
  await page.getByRole("heading", { name: "The concept" }).waitFor();
  expect(await page.locator(".best code").innerText()).toMatch(/\S/);
  expect(await page.locator("table tbody tr").count()).toBeGreaterThan(0);
  expect(await page.locator(".sentence").innerText()).toMatch(/\w+/);
  expect(await page.locator("svg.tree rect").count()).toBeGreaterThan(0);
  await page.getByText(/^✓ proven: no concept of length \d+ or less does better \(all of ALCQ\(D\)/).waitFor();
  expect(await page.locator("table").getByRole("img", { name: "proven" }).count()).toBeGreaterThan(0);
  // A systematic search goes by length: a curve over its steps would repeat the front.
  expect(await page.locator("canvas").count()).toBe(1);

  // Every example stands in one of the four groups.
  const counts = await page.locator(".groups h3 .count").allInnerTexts();
  expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(15);
  expect(Number(counts[0])).toBe(6);

  // Explain: the reasons and the drawing, with the witness drawn strong.
  await page.locator(".groups").getByRole("button", { name: someMother, exact: true }).click();
  await page.getByRole("heading", { name: `Why ${someMother} is in` }).waitFor();
  expect(await page.locator(".reasons .holds").count()).toBeGreaterThan(0);
  expect(await page.locator(".drawing .node").count()).toBeGreaterThan(1);

  // Flip and learn again: the labels move, and there is a new answer.
  await page.getByRole("button", { name: `Flip the label of ${someMother}` }).click();
  const secondJob = page.waitForResponse((response) => response.url().endsWith("/api/v1/jobs") && response.request().method() === "POST");
  await page.getByRole("button", { name: /Learn again with/ }).click();
  const request = (await secondJob).request().postDataJSON();
  expect(request.positives.length).toBe(5);
  expect(request.negatives.length).toBe(10);
  await learned(page);
  await page.getByRole("heading", { name: "The concept" }).waitFor();

  // Apply to all individuals and download them.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Apply to all individuals" }).click();
  const lines = readFileSync(await (await download).path(), "utf8").trim().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(5);
  expect(lines.every((line) => line.startsWith("http://"))).toBe(true);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("every notation can be copied, and a link brings everything back", async () => {
  const page = await open(browser, server.address, { permissions: ["clipboard-read", "clipboard-write"] });
  await markAndLearn(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, sign] of [["Manchester", ""], ["DL", ""], ["SPARQL", "SELECT"], ["Turtle", "owl:"]] as const) {
    await page.getByRole("button", { name: `Copy ${name}` }).click();
    await page.getByText(`${name} copied`).waitFor();
    expect(await clipboard()).toContain(sign);
    expect((await clipboard()).length).toBeGreaterThan(2);
  }
  const concept = await page.locator(".best code").innerText();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied").waitFor();
  const restored = await open(browser, await clipboard());
  await restored.getByRole("heading", { name: "The concept" }).waitFor();
  expect(await restored.locator(".best code").innerText()).toBe(concept);
  expect(await restored.locator(".marked.positive .count").innerText()).toBe("6");
  expect(errorsOf(restored)).toEqual([]);
  await page.context().close();
  await restored.context().close();
});

test("a run can pause, go on and be stopped", async () => {
  const page = await open(browser, server.address);
  await askForLongRun(page);
  await mark(page, "Mother", "positive", 5);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await page.getByText(/^Learning: generation \d+ of 20000/).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Paused/).waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText(/^Learning: generation \d+ of 20000/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped: [\d,]+ generations?, /).waitFor();
  await page.getByRole("heading", { name: "The front" }).waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("the paper is an evolution, with its own options and a curve over generations", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("heading", { name: "Settings" }).click();
  await page.getByText("The learner of the preset, here beam.").waitFor();
  await page.getByLabel("Max length").waitFor();
  expect(await page.getByLabel("Generations", { exact: true }).count()).toBe(0);
  await page.getByLabel("Start from").selectOption("paper");
  await page.getByText("The learner of the preset, here evolve.").waitFor();
  expect(await page.getByLabel("Max length").count()).toBe(0);
  await page.getByLabel("Generations", { exact: true }).fill("3");
  await mark(page, "Mother", "positive", 5);
  const started = page.waitForResponse((response) => response.url().endsWith("/api/v1/jobs") && response.request().method() === "POST");
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  expect((await started).request().postDataJSON()).toMatchObject({ learner: "auto", preset: "paper", settings: { generations: 3 } });
  await page.getByText(/^Done: 3 generations, [\d,]+ evaluations in/).waitFor();
  await page.getByText("Quality over generations").waitFor();
  expect(await page.locator("canvas").count()).toBe(2);
  expect(await page.getByText(/proven/).count()).toBe(0);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("lists can be pasted, a class taken, a file uploaded", async () => {
  const page = await open(browser, server.address);
  await page.getByText("Take a class against the rest").click();
  const classes = page.getByRole("combobox", { name: "Class", exact: true });
  await classes.selectOption(await classes.locator("option").filter({ hasText: /^Grandfather/ }).getAttribute("value"));
  await page.getByRole("button", { name: "Take it" }).click();
  await page.getByText("The instances of Grandfather.").waitFor();
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await learned(page);
  expect(await page.locator(".best code").innerText()).not.toContain("Grandfather");

  const turtle = "@prefix : <http://example.org/> . :anna a :Happy ; :has :cat . :bert a :Sad . :carl a :Happy ; :has :dog . :dora a :Sad .";
  await page.getByLabel(/Upload/).setInputFiles({ name: "../../pets.ttl", mimeType: "text/turtle", buffer: Buffer.from(turtle) });
  await page.getByRole("option", { name: "../../pets.ttl (6 individuals)" }).waitFor({ state: "attached" });
  expect(await page.locator(".marked.positive .count").innerText()).toBe("0");
  await page.getByText("Paste a list").click();
  await page.getByLabel("IRIs or names, one a line").fill("anna\nhttp://example.org/carl\nnobody");
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await page.getByText(/2 marked; 1 unknown: no individual is called ‘nobody’/).waitFor();
  await page.getByLabel("IRIs or names, one a line").fill("bert, dora");
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByText("2 marked").waitFor();
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await learned(page);
  expect(await page.locator(".best").innerText()).toContain("quality 1.000");
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
