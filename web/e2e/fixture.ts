// A server of the built binary and a browser, for the tests of the whole.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

/** The program under test; `cargo xtask test e2e` says where it is. */
const BINARY = process.env.EVOLEARNER_BINARY ?? "../target/debug/evolearner";

/** Without these, a browser that is left alone calls home. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly address: string,
  ) {}

  /** Starts a server on a free port. */
  static async start(...args: string[]): Promise<Server> {
    const process = spawn(BINARY, ["serve", "--bind", "127.0.0.1:0", "--quiet", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(process.stdout!, "data");
    return new Server(process, String(line).trim());
  }

  async stop(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await ended;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.EVOLEARNER_BROWSER ?? "/usr/bin/chromium", args: FLAGS });
}

/** A page on which every error of a script or the security policy fails the test. */
export async function open(browser: Browser, address: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
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

/** Marks the first individuals of a class. */
export async function mark(page: Page, className: string, label: "positive" | "negative", count: number): Promise<string[]> {
  const classes = page.getByLabel("of class");
  const option = await classes.locator("option").filter({ hasText: new RegExp(`^${className} \\(`) }).getAttribute("value");
  const answered = page.waitForResponse((response) => response.url().includes("/individuals?") && response.url().includes("class="));
  await classes.selectOption(option);
  const { items } = await (await answered).json();
  await page.locator(".finder li .name").first().and(page.getByText(items[0].name, { exact: true })).waitFor();
  await page.waitForFunction((count) => document.querySelectorAll(".finder li").length === count, items.length);
  const names: string[] = [];
  const free = page.locator(".finder li").filter({ hasNot: page.locator("[aria-pressed=true]") });
  for (let marked = 0; marked < count; marked += 1) {
    const button = free.first().getByRole("button", { name: `is a ${label} example` });
    const name = (await button.getAttribute("aria-label"))!;
    names.push(name.split(" ")[0]!);
    await button.click();
    await page.getByRole("button", { name, pressed: true }).waitFor();
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

/** Waits until a run is over. */
export async function learned(page: Page): Promise<void> {
  await page.getByText(/^(Done|Stopped): .* evaluations in/).waitFor();
}
