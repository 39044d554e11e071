// A server of the built binary and a browser, for the tests of the whole.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

/** The program under test; `cargo xtask test e2e` says where it is. */
export const BINARY = process.env.EVOLEARNER_BINARY ?? "../target/debug/evolearner";

/** Without these, a browser that is left alone calls home. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly address: string,
  ) {}

  /** Starts a server on a free port. */
  static start(...args: string[]): Promise<Server> {
    return Server.startAt("127.0.0.1:0", ...args);
  }

  /** Starts a server at an address. */
  static async startAt(bind: string, ...args: string[]): Promise<Server> {
    const process = spawn(BINARY, ["serve", "--bind", bind, "--quiet", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(process.stdout!, "data");
    return new Server(process, String(line).trim());
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill(signal);
    await ended;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.EVOLEARNER_BROWSER ?? "/usr/bin/chromium", args: FLAGS });
}

/** A page on which every error of a script or the security policy fails the test. */
export async function open(browser: Browser, address: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // A run with its estimate takes longer than the usual 30 s on a machine that is busy.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  problems.set(page, errors);
  await page.goto(address);
  await page.getByRole("heading", { name: "EvoLearner" }).waitFor();
  return page;
}

const problems = new WeakMap<Page, string[]>();

/** What went wrong on a page so far. */
export function errorsOf(page: Page): string[] {
  return problems.get(page) ?? [];
}

/** A folder that is gone after the tests. */
export function folder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "evolearner-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Chooses an item of a combobox by its name. */
export async function take(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await field.click();
  await field.fill(name);
  await page.getByRole("listbox", { name: label }).getByRole("option", { name: new RegExp(`^${name} ?[\\d,]*$`) }).click();
}

/** Marks the first individuals of a class. */
export async function mark(page: Page, className: string, label: "positive" | "negative", count: number): Promise<string[]> {
  const answered = page.waitForResponse((response) => response.url().includes("/individuals?") && response.url().includes("class="));
  await take(page, "of class", className);
  const { items, total } = await (await answered).json();
  const list = page.getByRole("region", { name: "Individuals that were found" });
  await page.getByText(`${total.toLocaleString("en")} found`).waitFor();
  await list.getByRole("button", { name: items[0].name, exact: true }).waitFor();
  const names: string[] = [];
  const free = list.locator("li").filter({ hasNot: page.locator("[aria-pressed=true]") });
  for (let marked = 0; marked < count; marked += 1) {
    const button = free.first().getByRole("button", { name: `is a ${label} example` });
    const name = (await button.getAttribute("aria-label"))!;
    names.push(name.split(" ")[0]!);
    await button.click();
    await page.getByRole("button", { name, pressed: true }).first().waitFor();
  }
  return names;
}

/** Opens the settings and asks for an evolution that takes longer than a test. */
export async function askForLongRun(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Settings" }).click();
  await page.getByLabel("Method").selectOption("evolve");
  await page.getByLabel("Generations", { exact: true }).fill("20000");
  await page.getByLabel("Population").fill("2000");
}

/** Presses the button that learns, and waits until the page has the run. */
export async function learn(page: Page): Promise<void> {
  const before = await page.evaluate(jobOfPage);
  await page.getByRole("button", { name: /^Learn( again)?$/ }).click();
  await page.waitForFunction(`(${jobOfPage})() !== ${before}`);
}

/** The number of the run that the page has kept, as the page itself reads it. */
const jobOfPage = `() => JSON.parse(localStorage.getItem("evolearner-session") ?? "{}").doc?.job?.created ?? null`;

/** Waits until a run has its answer. */
export async function learned(page: Page): Promise<void> {
  await page.getByText(/^(Done|Stopped): .* evaluations in/).waitFor();
  await page.getByRole("heading", { name: "The answer" }).waitFor();
  await page.locator(".confusion").waitFor();
}

/** The answer in DL syntax. */
export async function answer(page: Page): Promise<string> {
  await page.getByRole("group", { name: "Notation" }).getByRole("button", { name: "DL" }).click();
  return page.locator(".answer pre").innerText();
}

/** The four counts of outcomes: true positives, false negatives, false positives, true negatives. */
export async function outcomes(page: Page): Promise<number[]> {
  const cells = await page.locator(".confusion tbody td").allInnerTexts();
  return cells.map((cell) => Number(cell.replace(/[^\d]/g, "")));
}

/** What axe finds wrong by WCAG 2, levels A and AA. */
export async function violations(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated by the browser's own hand, which the page's policy against foreign scripts allows.
  await page.evaluate(source);
  const result = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    return axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
  });
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
}

/** The identifiers that can be read on the page, or heard from it. */
export function identifiers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = [...document.querySelectorAll("[aria-label], [aria-valuetext], [placeholder]")].map((element) => `${element.getAttribute("aria-label")} ${element.getAttribute("aria-valuetext")} ${element.getAttribute("placeholder")}`);
    const seen = `${document.body.innerText}\n${said.join("\n")}\n${[...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value).join("\n")}\n${[...document.querySelectorAll("svg text")].map((text) => text.textContent).join("\n")}`;
    return [...new Set(seen.match(/X[PQ]_\d+|obolibrary/g) ?? [])];
  });
}
