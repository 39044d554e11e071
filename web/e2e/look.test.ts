// How the page looks and feels: contrast and names by axe, phones, keyboards, both colours.

import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, launch, learned, mark, open, Server } from "./fixture";

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
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

async function wholeStory(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try: Who is an uncle?" }).click();
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await learned(page);
  await page.locator(".groups button.link").first().click();
  await page.getByRole("heading", { name: /^Why .* is in$/ }).waitFor();
}

/** What axe finds wrong by WCAG 2, levels A and AA. */
async function violations(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated by the browser's own hand, which the page's policy against foreign scripts allows.
  await page.evaluate(source);
  const result = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    return axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
  });
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the whole page is accessible, ${colorScheme}`, async () => {
    const page = await open(browser, server.address, { colorScheme });
    expect(await violations(page)).toEqual([]);
    await page.getByRole("heading", { name: "Settings" }).click();
    await wholeStory(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("heading", { name: "Settings" }).click();
    await picture(page, `page-${colorScheme}`);
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

test("everything fits on a phone", async () => {
  const page = await open(browser, server.address, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });
  await wholeStory(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await picture(page, "phone");
  await page.context().close();
});

test("the keyboard is enough", async () => {
  const page = await open(browser, server.address);
  await page.getByText("200 found").waitFor();
  /** Presses Tab until something of that name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let presses = 0; presses < 200; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        return element.getAttribute("aria-label") ?? element.innerText ?? "";
      });
      if (name.test(focused)) return;
    }
    throw new Error(`no way to ${name}`);
  }
  await tabTo(/is a positive example/);
  await page.keyboard.press("Space");
  await tabTo(/is a negative example/);
  await tabTo(/is a negative example/);
  await page.keyboard.press("Space");
  await tabTo(/^Learn$/);
  await page.keyboard.press("Enter");
  await learned(page);
  await tabTo(/^Copy Manchester$/);
  await tabTo(/^\w+(-\w+)*$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Why / }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("explanation-title");
  expect(errorsOf(page)).toEqual([]);
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
  await page.getByRole("heading", { name: "Examples" }).waitFor();
  await mark(page, "Mother", "positive", 3);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await learned(page);
  await page.context().close();
  await guarded.stop();
});
