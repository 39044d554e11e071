// The story of the page: mark, learn, read, explain, flip, learn again.

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, askForLongRun, errorsOf, launch, learn, learned, mark, open, outcomes, Server, take } from "./fixture";

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
  await learn(page);
  await learned(page);
  return names;
}

test("mark, learn, read, explain, flip, learn again", async () => {
  const page = await open(browser, server.address, { acceptDownloads: true });
  await page.getByLabel("Find individuals").fill("zzz");
  await page.getByText("No individual is found.").waitFor();
  await page.getByLabel("Find individuals").fill("");
  const [someMother] = await markAndLearn(page);

  // Read: the sentence, the counts, the parts, the front.
  expect(await page.locator(".sentence").innerText()).toMatch(/^[A-Z]\S* \S/);
  expect(await answer(page)).toMatch(/\S/);
  const counts = await outcomes(page);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(15);
  expect(counts[0]).toBe(6);
  expect(await page.locator(".outline .part").count()).toBeGreaterThan(0);
  expect(await page.locator("table.front tbody tr").count()).toBeGreaterThan(0);
  await page.getByText(/^✓ proven: no concept of length \d+ or less does better \(all of ALCQ\(D\)/).waitFor();
  expect(await page.locator("table").getByRole("img", { name: "proven" }).count()).toBeGreaterThan(0);
  // A systematic search goes by length: a curve over its steps would repeat the front.
  expect(await page.locator(".chart").count()).toBe(1);

  // What to expect on new examples comes by itself, with what simpler answers reach.
  await page.getByRole("heading", { name: /^Expected on new examples: [\d.]+\s%/ }).waitFor();
  expect(await page.locator(".baselines li").count()).toBe(3);

  // What the axioms say of the examples, beside the verdicts of the closed world.
  await page.getByText(/^In an open world \d+ examples are entailed, \d+ excluded, \d+ unknown/).waitFor();

  // Explain: the reasons and the drawing.
  await page.locator(".groups").getByRole("button", { name: someMother, exact: true }).click();
  await page.getByRole("heading", { name: `Why ${someMother} is in` }).waitFor();
  expect(await page.locator(".reasons .holds").count()).toBeGreaterThan(0);
  // In words: notation is asked for.
  expect(await page.locator(".reasons, .counterfactual").allInnerTexts()).not.toContainEqual(expect.stringMatching(/[∃∀⊓⊔≥≤]/));
  expect(await page.locator(".ego .node").count()).toBeGreaterThan(1);
  expect(await page.locator(".outline .holds").count()).toBeGreaterThan(0);
  // The same of one individual.
  await page.locator(".individual .world").getByText(/^In an open world: (entailed|excluded|unknown|not decided)/).waitFor();

  // Flip and learn again: the labels move, and there is a new answer.
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.getByRole("button", { name: `Flip the label of ${someMother}` }).click();
  await page.getByText("The examples or settings have changed since").waitFor();
  const secondJob = page.waitForResponse((response) => response.url().endsWith("/api/v1/jobs") && response.request().method() === "POST");
  await learn(page);
  const request = (await secondJob).request().postDataJSON();
  expect(request.positives.length).toBe(5);
  expect(request.negatives.length).toBe(10);
  await learned(page);

  // The instances as a table, known ones and new ones, and as a file.
  await page.getByRole("button", { name: "Instances as a table" }).click();
  await page.getByText(/individuals are covered/).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8").trim().split("\n");
  expect(lines[0]).toBe("id,label,known");
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.endsWith(",positive")).length).toBeGreaterThanOrEqual(4);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("every notation can be copied and taken away, and a link brings everything back", async () => {
  const page = await open(browser, server.address, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  await markAndLearn(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const notation = page.getByRole("group", { name: "Notation" });
  for (const [name, sign] of [["Sentence", " "], ["Manchester", ""], ["SPARQL", "SELECT"], ["DL", ""]] as const) {
    await notation.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    expect(await clipboard()).toContain(sign);
    expect((await clipboard()).length).toBeGreaterThan(2);
  }
  for (const [button, sign] of [["OWL class (Turtle)", "owl:"], ["OWL class (RDF/XML)", "rdf:RDF"], ["HTML report", "<!doctype html>"]] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toContain(sign);
  }
  await page.getByRole("button", { name: "The command line" }).click();
  expect(await page.getByLabel("The command line").innerText()).toMatch(/^evolearner learn family --problem problem.toml --seed=\d+$/);
  const concept = await answer(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied").waitFor();
  const restored = await open(browser, await clipboard());
  await learned(restored);
  expect(await answer(restored)).toBe(concept);
  expect(await restored.locator(".marked.positive .count").innerText()).toBe("6");
  expect(errorsOf(restored)).toEqual([]);
  await page.context().close();
  await restored.context().close();
});

test("a run can pause, go on and be stopped", async () => {
  const page = await open(browser, server.address);
  await askForLongRun(page);
  await mark(page, "Mother", "positive", 5);
  await learn(page);
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
  await learn(page);
  expect((await started).request().postDataJSON()).toMatchObject({ learner: "auto", preset: "paper", settings: { generations: 3 } });
  await page.getByText(/^Done: 3 generations, [\d,]+ evaluations in/).waitFor();
  await page.getByText("Quality over generations").waitFor();
  expect(await page.locator(".chart").count()).toBe(2);
  expect(await page.getByText(/proven/).count()).toBe(0);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("lists can be pasted, a class taken, a file uploaded", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("tab", { name: "By class" }).click();
  await take(page, "Class", "Grandfather");
  await page.getByText("The instances of Grandfather.").waitFor();
  await learn(page);
  await learned(page);
  expect(await answer(page)).not.toContain("Grandfather");

  const turtle = "@prefix : <http://example.org/> . :anna a :Happy ; :has :cat . :bert a :Sad . :carl a :Happy ; :has :dog . :dora a :Sad .";
  await page.getByLabel(/Upload/).setInputFiles({ name: "../../pets.ttl", mimeType: "text/turtle", buffer: Buffer.from(turtle) });
  await page.getByRole("option", { name: "../../pets.ttl (6 individuals)" }).waitFor({ state: "attached" });
  await page.getByRole("heading", { name: "Learn a concept from examples" }).waitFor();
  await page.getByRole("tab", { name: "Paste" }).click();
  const list = page.getByLabel(/^Labels, IRIs, prefixed names/);
  await list.fill("anna\nhttp://example.org/carl\nnobody");
  await page.getByText("2 understood, 1 not").waitFor();
  await page.getByText("no individual is called ‘nobody’").waitFor();
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await page.getByText("2 marked; 1 unknown, which stay here").waitFor();
  expect(await list.inputValue()).toBe("nobody");
  await list.fill("bert, dora");
  await page.getByText("2 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByText("2 marked").waitFor();
  await learn(page);
  await learned(page);
  expect(await outcomes(page)).toEqual([2, 0, 0, 2]);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
