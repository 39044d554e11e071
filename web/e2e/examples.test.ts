// Where examples come from, and what is said about them: classes, implied negatives, uneven sides.

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

const count = (page: Page, label: string) => page.locator(`.marked.${label} .count`);

/** Uploads a knowledge base in Turtle. */
async function upload(page: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`@prefix : <http://example.org/> .\n${lines.join("\n")}\n`);
  await page.getByLabel(/Upload/).setInputFiles({ name, mimeType: "text/turtle", buffer });
  await page.getByRole("option", { name: new RegExp(`^${name} `) }).waitFor({ state: "attached" });
}

test("a class is taken against all others, also those behind the first thousand names", async () => {
  const page = await open(browser, server.address);
  // The first 1200 by name are blue; the wheels are red like others, and only they have a spoke.
  const lines: string[] = [];
  for (let index = 0; index < 1200; index += 1) lines.push(`:a${1000 + index} a :Blue .`);
  for (let index = 0; index < 600; index += 1) {
    const colour = index % 2 === 0 ? ":Red" : ":Green";
    lines.push(`:z${1000 + index} a ${colour}${index % 20 === 0 ? ", :Wheel ; :has :spoke" : ""} .`);
  }
  await upload(page, "wheels.ttl", lines);
  await page.getByText("1,801 found").waitFor();
  await page.getByRole("tab", { name: "By class" }).click();
  await take(page, "Class", "Wheel");
  await expect.poll(() => count(page, "positive").innerText()).toBe("30");
  expect(await count(page, "negative").innerText()).toBe("1,771");
  const started = page.waitForResponse((response) => response.url().endsWith("/api/v1/jobs") && response.request().method() === "POST");
  await learn(page);
  expect((await started).request().postDataJSON().target_class).toBe("http://example.org/Wheel");
  await learned(page);
  expect(await outcomes(page)).toEqual([30, 0, 0, 1771]);
  // ¬Blue is right about the first thousand names.
  expect(await answer(page)).toContain("has");
  await page.getByText(/The examples are uneven \(30 positive, 1,771 negative\)/).waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("the list of individuals is as long as it is, and loads where it is looked at", async () => {
  const page = await open(browser, server.address);
  await upload(page, "many.ttl", Array.from({ length: 3000 }, (_, index) => `:n${10_000 + index} a :Thing1 .`));
  await page.getByText("3,000 found").waitFor();
  const list = page.getByRole("region", { name: "Individuals that were found" });
  await list.getByText("n10000").waitFor();
  expect(await list.locator("li").count()).toBeLessThan(40);
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await list.getByText("n12999").waitFor();
  expect(await list.locator("li").count()).toBeLessThan(40);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a second class takes the place of the first one", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "negative", 2);
  await page.getByRole("tab", { name: "By class" }).click();
  await take(page, "Class", "Grandfather");
  await page.getByText("The instances of Grandfather.").waitFor();
  const sizeOf = async (name: string) => {
    const found = await page.request.get(`${server.address}/api/v1/knowledge-bases/family/classes?q=${name}`);
    return String((await found.json()).items[0].instances);
  };
  await expect.poll(() => count(page, "positive").innerText()).toBe(await sizeOf("Grandfather"));
  await take(page, "Class", "Brother");
  await page.getByText("The instances of Brother.").waitFor();
  await expect.poll(() => count(page, "positive").innerText()).toBe(await sizeOf("Brother"));
  expect(await page.getByText("The instances of Grandfather.").count()).toBe(0);
  // A link brings the class back, and marking an individual ends it.
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/Link copied|The link is in the address bar/).waitFor();
  const restored = await open(browser, page.url());
  await restored.getByText("The instances of Brother.").waitFor();
  await mark(restored, "Mother", "positive", 1);
  expect(await count(restored, "positive").innerText()).toBe("1");
  expect(await restored.getByText("The instances of Brother.").count()).toBe(0);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
  await restored.context().close();
});

test("implied negatives are counted and listed, and do not hide missed positives", async () => {
  const page = await open(browser, server.address);
  // Three odd ones among 340: two share a feature, the third has none of its own.
  const lines = [":p1 a :Thing1, :Round .", ":p2 a :Thing1, :Round .", ":p3 a :Thing1 .", ":n000 a :Thing1, :Tall ."];
  for (let index = 1; index < 337; index += 1) lines.push(`:n${String(index).padStart(3, "0")} a :Thing1 .`);
  await upload(page, "odd.ttl", lines);
  await page.getByRole("tab", { name: "Paste" }).click();
  await page.getByLabel(/^Labels, IRIs, prefixed names/).fill("p1\np2\np3");
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await page.getByText("3 marked").waitFor();
  await expect.poll(() => count(page, "negative").innerText()).toBe("337");
  await page.getByText("List the negative examples").click();
  const listed = page.getByRole("list", { name: "The negative examples" }).getByRole("listitem");
  expect(await listed.first().innerText()).toBe("n000");
  expect(await listed.last().innerText()).toBe("and 137 more");

  await learn(page);
  await learned(page);
  await page.getByText("No negatives given: the 337 other individuals of Thing1 are taken.").waitFor();
  await page.getByText("There are only 3 positive examples: many concepts fit so few.").waitFor();
  expect(await outcomes(page)).toEqual([2, 1, 0, 337]);
  // No row of the front misses all positives.
  for (const row of await page.locator("table.front tbody tr").all()) {
    expect(await row.locator("td").nth(2).innerText()).toMatch(/^[1-3]\/3$/);
  }
  // All examples stand in the four groups, the implied ones as well.
  await page.getByRole("button", { name: "Show more true negatives" }).click();
  await expect.poll(() => page.locator(".groups > div").nth(3).locator("li").count()).toBe(337);
  // An implied negative whose label is wrong becomes a positive.
  await page.getByRole("button", { name: "Flip the label of n000" }).click();
  await expect.poll(() => count(page, "positive").innerText()).toBe("4");
  await expect.poll(() => count(page, "negative").innerText()).toBe("336");
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a pasted list says who is marked already, and who changes sides", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("tab", { name: "Paste" }).click();
  const pasted = page.getByLabel(/^Labels, IRIs, prefixed names/);
  const { items } = await (await page.request.get(`${server.address}/api/v1/knowledge-bases/family/individuals?limit=4`)).json();
  const [a, b, c, d] = items.map(({ name }: { name: string }) => name);
  // Whoever is named twice is one.
  await pasted.fill([a, b, c, a].join("\n"));
  await page.getByText("3 understood, 0 not", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await page.getByText("3 marked", { exact: true }).waitFor();
  await pasted.fill(`label;id\nsomebody;${c}\nsomebody;${d}`);
  await page.getByText("2 understood, 0 not; 1 marked as positive already").waitFor();
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByText("2 marked; 1 of them was positive before").waitFor();
  await expect.poll(() => count(page, "positive").innerText()).toBe("2");
  await expect.poll(() => count(page, "negative").innerText()).toBe("2");
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a file that is no knowledge base is named, and nothing is lost", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "positive", 2);
  await page.getByLabel(/Upload/).setInputFiles({ name: "empty.ttl", mimeType: "text/turtle", buffer: Buffer.from("") });
  await page.getByRole("alert").getByText(/^empty.ttl: /).waitFor();
  expect(await count(page, "positive").innerText()).toBe("2");
  await page.context().close();
});

test("a run that is stopped while it pauses keeps what it has", async () => {
  const page = await open(browser, server.address);
  await askForLongRun(page);
  await mark(page, "Mother", "positive", 5);
  await learn(page);
  await page.getByText(/^Learning: generation \d+ of 20000/).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Paused/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped: [\d,]+ generations?, /).waitFor();
  await page.getByRole("heading", { name: "The front" }).waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
