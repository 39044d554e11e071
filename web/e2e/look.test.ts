// How the page looks and feels: contrast and names by axe, phones, keyboards, both colours.

import { mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, launch, learn, learned, mark, open, Server, violations } from "./fixture";

let server: Server;
let browser: Browser;

/** Where pictures go, if somebody wants them. */
const PICTURES = process.env.EVOLEARNER_PICTURES;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** Presses a pane of a phone, where only one is seen at a time. */
async function pane(page: Page, name: string): Promise<void> {
  const button = page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name });
  if (await button.isVisible()) await button.click();
}

async function wholeStory(page: Page): Promise<void> {
  await pane(page, "Answer");
  await page.getByRole("button", { name: "Try: Who is an uncle?" }).click();
  await learn(page);
  await learned(page);
  await page.getByRole("heading", { name: /^Expected on new examples/ }).waitFor();
  await pane(page, "Details");
  await page.locator(".groups button.link").first().click();
  await page.getByRole("heading", { name: /^Why .* is in$/ }).waitFor();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the whole page is accessible, ${colorScheme}`, async () => {
    const page = await open(browser, server.address, { colorScheme, viewport: { width: 1440, height: 900 } });
    await page.getByText("200 found").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, colorScheme === "dark" ? "start-dark" : "start");
    await page.getByRole("heading", { name: "Settings" }).click();
    await wholeStory(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("heading", { name: "Settings" }).click();
    await picture(page, colorScheme === "dark" ? "dark" : "why");
    for (const tab of ["Label next", "Instances", "Runs", "Outcomes"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForLoadState("networkidle");
      expect(await violations(page), tab).toEqual([]);
    }
    await page.locator(".outline .part").nth(1).click();
    await page.getByRole("button", { name: "Replace…" }).click();
    expect(await violations(page)).toEqual([]);
    expect(errorsOf(page)).toEqual([]);
    await page.context().close();
  });
}

test("the colours can be chosen", async () => {
  const page = await open(browser, server.address, { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel("Colours").selectOption("dark");
  expect(await ground()).not.toBe(light);
  await page.reload();
  expect(await ground()).not.toBe(light);
  await page.getByLabel("Colours").selectOption("system");
  expect(await ground()).toBe(light);
  await page.context().close();
});

for (const [device, width, height] of [["phone", 375, 720], ["tablet", 1000, 800]] as const) {
  test(`everything fits on a ${device}`, async () => {
    const page = await open(browser, server.address, { viewport: { width, height }, hasTouch: true, isMobile: true });
    await wholeStory(page);
    for (const name of ["Examples", "Answer", "Details"]) {
      await pane(page, name);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
      expect(await violations(page), name).toEqual([]);
    }
    await pane(page, "Answer");
    await picture(page, device);
    if (device === "phone") await page.getByRole("button", { name: "More", exact: true }).click();
    expect(await violations(page), "all of the bar").toEqual([]);
    await page.context().close();
  });
}

test("forty keys lead from the start to an explained answer", async () => {
  const page = await open(browser, server.address);
  await page.getByText("200 found").waitFor();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      return `${element.id} ${element.getAttribute("aria-label") ?? element.innerText ?? ""}`.trim();
    });
  /** Presses Tab until something of that name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      await press("Tab");
      if (name.test(await focused())) return;
    }
    throw new Error(`no way to ${name}`);
  }
  await tabTo(/Skip to the answer$/);
  await press("Enter");
  await tabTo(/Try: Who is an uncle\?$/);
  await press("Enter");
  // What was pressed is gone; the focus is where one goes on.
  await expect.poll(focused).toMatch(/^learn /);
  await press("Enter");
  await learned(page);
  await expect.poll(focused).toMatch(/^answer-title/);
  await tabTo(/Outcomes$/);
  await tabTo(/^[a-z]+-[a-z]+-\d+$/);
  await press("Enter");
  await page.getByRole("heading", { name: /^Why / }).waitFor();
  await expect.poll(focused).toMatch(/^why-title/);
  expect(presses).toBeLessThanOrEqual(40);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("the first look at the page takes at most 150 kB", async () => {
  const page = await open(browser, server.address);
  const files = ["/", "/assets/index.js", "/assets/shared.js", "/assets/style.css"];
  const bodies = await Promise.all(files.map(async (file) => (await page.request.get(`${server.address}${file}`)).body()));
  const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(total).toBeLessThan(150_000);
  await page.context().close();
});

test("the reference lists the API and is accessible", async () => {
  const page = await open(browser, `${server.address}/reference`);
  await page.getByText("Starts a learning job").click();
  expect(await violations(page)).toEqual([]);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a token is asked for once", async () => {
  const guarded = await Server.start("--token", "open sesame");
  const page = await open(browser, guarded.address);
  await page.getByLabel("This server asks for its token").fill("open sesame");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("heading", { name: "Examples", exact: true }).waitFor();
  await mark(page, "Mother", "positive", 3);
  await learn(page);
  await learned(page);
  await page.context().close();
  await guarded.stop();
});
