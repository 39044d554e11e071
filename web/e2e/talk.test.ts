// Talking back: changing the answer, forbidding a name, and being asked whom to label.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, errorsOf, launch, learn, learned, mark, open, outcomes, Server, take } from "./fixture";

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

test("a bound moves with its slider, and who is gained and lost is listed", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 } });
  await mark(page, "Mother", "positive", 6);
  await mark(page, "Father", "negative", 6);
  await learn(page);
  await learned(page);
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "Replace…" }).click();
  await page.getByLabel("or a concept").fill("birthYear some xsd:integer[<= 1930]");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByText("changed by you").waitFor();
  await page.locator(".outline .part").first().click();
  const slider = page.getByRole("slider");
  await slider.waitFor();
  const covered = async () => Number((await page.locator(".measures dd").last().innerText()).replace(/,/g, ""));
  const before = await covered();
  await slider.focus();
  // It stays where it is, with the focus, while the answer follows.
  for (let step = 0; step < 5; step += 1) {
    const judged = page.waitForResponse((response) => response.url().endsWith("/judge"));
    await page.keyboard.press("ArrowRight");
    await judged;
    await page.waitForTimeout(100);
    expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await expect.poll(covered).toBeGreaterThan(before);
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.getByRole("heading", { name: /^Gained by the change [1-9]/ }).waitFor();
  expect(await answer(page)).toMatch(/birthYear ≤ 19[3-9]\d/);
  // All moves of one slider are one step.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => answer(page)).toContain("1930");
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a part can be dropped, joined and replaced, and a wrong concept is refused in place", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "positive", 6);
  await mark(page, "Father", "negative", 6);
  await learn(page);
  await learned(page);
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "Replace…" }).click();
  await page.getByLabel("or a concept").fill("Female and Parent");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await expect.poll(() => answer(page)).toBe("Female ⊓ Parent");
  expect((await outcomes(page)).slice(0, 3)).toEqual([6, 0, 0]);
  await page.locator(".outline .part").nth(1).click();
  await page.getByText("By the part “Female” alone.").waitFor();
  await page.getByRole("button", { name: "Drop it" }).click();
  await expect.poll(() => answer(page)).toBe("Parent");
  expect(await outcomes(page)).toEqual([6, 0, 6, 0]);
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "And also…" }).click();
  await take(page, "Ask also for", "Female");
  await expect.poll(() => answer(page)).toBe("Parent ⊓ Female");
  await page.locator(".outline .part").last().click();
  await page.getByRole("button", { name: "more…" }).click();
  await page.getByRole("button", { name: "Or else…" }).click();
  await page.getByLabel("or a concept").fill("Femael");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByRole("alert").getByText(/‘Femael’/).waitFor();
  expect(await answer(page)).toBe("Parent ⊓ Female");
  await page.context().close();
});

test("a part can be kept, and what goes with it is learned", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("button", { name: "Try: Who is an uncle?" }).click();
  await learn(page);
  await learned(page);
  await page.locator(".outline .part").first().click();
  await page.getByRole("button", { name: "Replace…" }).click();
  await page.getByLabel("or a concept").fill("Male");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await expect.poll(() => answer(page)).toBe("Male");
  await page.locator(".outline .part[aria-disabled=false]").first().click();
  await page.getByRole("button", { name: "more…" }).click();
  await page.getByRole("button", { name: "Keep it and learn on" }).click();
  await expect.poll(() => answer(page), { timeout: 90_000 }).toMatch(/^Male ⊓ ./);
  await learned(page);
  expect((await outcomes(page)).slice(1, 3)).toEqual([0, 0]);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a forbidden name is not used again until it is allowed", async () => {
  const page = await open(browser, server.address);
  await mark(page, "Mother", "positive", 6);
  await mark(page, "Father", "negative", 6);
  await learn(page);
  await learned(page);
  expect(await answer(page)).toMatch(/Mother|Female/);
  for (let round = 0; round < 2; round += 1) {
    await page.locator(".outline .part").last().click();
    await page.getByRole("button", { name: "more…" }).click();
    const button = page.getByRole("button", { name: /^Never use / }).first();
    const name = (await button.innerText()).replace("Never use ", "");
    await button.click();
    await learn(page);
    await page.getByText("The examples or settings have changed since").waitFor({ state: "detached" });
    await learned(page);
    await expect.poll(() => answer(page)).not.toMatch(new RegExp(`\\b${name}\\b`));
  }
  await page.getByRole("heading", { name: "Settings" }).click();
  await page.getByRole("button", { name: /^Allow .* again$/ }).first().click();
  await page.getByText("The examples or settings have changed since").waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("the page asks about whom good concepts disagree, and goes on with the label", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 } });
  await mark(page, "Grandmother", "positive", 3);
  await mark(page, "Son", "negative", 3);
  await learn(page);
  await learned(page);
  await page.getByRole("tab", { name: "Label next" }).click();
  await page.getByRole("button", { name: "+ It belongs" }).waitFor();
  expect(await page.locator(".reading").count()).toBe(2);
  // The answer is pressed without a scroll, however much is known about who is asked about.
  expect((await page.getByRole("button", { name: "− It does not" }).boundingBox())!.y).toBeLessThan(600);
  const asked = await page.locator(".suggestion .who").innerText();
  const started = page.waitForResponse((response) => response.url().endsWith("/api/v1/jobs") && response.request().method() === "POST");
  await page.getByRole("button", { name: "− It does not" }).click();
  expect((await started).request().postDataJSON().negatives.length).toBe(4);
  await learned(page);
  await page.locator(".marked.negative").getByRole("button", { name: asked, exact: true }).waitFor();
  // The next question is another one, and stands where the last one stood.
  expect(await page.getByRole("tab", { name: "Label next" }).getAttribute("aria-selected")).toBe("true");
  await page.locator(".suggestion .who").or(page.getByText("another label would decide nothing")).waitFor();
  if (await page.locator(".suggestion .who").isVisible()) expect(await page.locator(".suggestion .who").innerText()).not.toBe(asked);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});
