import type { ComponentChildren, VNode } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import type { LearnRequest } from "./api";
import { api } from "./client";
import { OptionsForm } from "./components/options";
import { baseOf, type Choices, enter, inWords, type Option, optionsOf, type OptionTable, read, readAll, reset } from "./options";

function option(name: string, kind: Option["kind"], rest: Partial<Option> = {}): Option {
  return { name, kind, about: `About ${name}.`, group: "evolution", advanced: false, ...rest };
}

const QUALITY = option("quality", "choice", { choices: [{ word: "accuracy", about: "Correct among all." }, { word: "f1", about: "Of both." }], default: "accuracy" });
const WITH = option("with", "choices", { group: "space", advanced: true, choices: ["inverse", "dates", "strings"].map((word) => ({ word, about: word })), default: "inverse,dates" });

const TABLE: OptionTable = {
  version: 1,
  methods: [
    { id: "evolve", about: "Evolution.", options: ["population", "elite", "quality", "with", "stop-when-solved", "timeout"], defaults: {} },
    { id: "top", about: "The best single name.", options: ["quality", "timeout"], defaults: {} },
  ],
  presets: [
    { id: "default", about: "Recommended.", learner: "evolve", values: {} },
    { id: "paper", about: "Exactly the paper.", learner: "evolve", values: { elite: 0, "stop-when-solved": true } },
  ],
  groups: [
    { id: "space", title: "What concepts are made of" },
    { id: "evolution", title: "How populations change" },
    { id: "empty", title: "Nothing" },
  ],
  options: [
    option("population", "count", { least: 1, most: 20000, default: 800 }),
    option("elite", "count", { least: 0, default: 1, advanced: true }),
    QUALITY,
    WITH,
    option("stop-when-solved", "switch", { default: false }),
    option("timeout", "time", { least: 1, most: 60, default: "60s" }),
  ],
};

/** A table in which the presets go with different methods. */
const TWO: OptionTable = {
  ...TABLE,
  methods: [...TABLE.methods, { id: "beam", about: "A systematic search.", options: ["max-length", "quality", "with", "timeout"], defaults: { with: "strings" } }],
  presets: [{ ...TABLE.presets[0]!, learner: "beam" }, TABLE.presets[1]!],
  options: [...TABLE.options, option("max-length", "count", { least: 1, most: 200, default: 21 })],
};

const named = (name: string) => TABLE.options.find((option) => option.name === name)!;
const sent = (settings: Choices["settings"], rest: Omit<Choices, "settings"> = {}) => readAll(TABLE, { ...rest, settings }).request;

test("nothing entered is the first preset as it is, with its method", () => {
  expect(sent({})).toEqual({ learner: "auto", preset: "default", settings: {} });
});

test("the options are those of the method that was chosen, or else of the method of the preset", () => {
  const names = (choices: Omit<Choices, "settings">) => optionsOf(TWO, { ...choices, settings: {} }).map(({ name }) => name);
  expect(names({})).toEqual(["quality", "with", "timeout", "max-length"]);
  expect(names({ preset: "paper" })).toEqual(["population", "elite", "quality", "with", "stop-when-solved", "timeout"]);
  expect(names({ learner: "auto", preset: "paper" })).toEqual(names({ preset: "paper" }));
  expect(names({ learner: "beam", preset: "paper" })).toEqual(names({}));
  expect(names({ learner: "top" })).toEqual(["quality", "timeout"]);
});

test("only a method that was chosen is sent, and only options that it or the preset's takes", () => {
  const settings = { "max-length": "9", population: "20" };
  expect(readAll(TWO, { settings }).request).toEqual({ learner: "auto", preset: "default", settings: { "max-length": 9 } });
  expect(readAll(TWO, { preset: "paper", settings }).request).toEqual({ learner: "auto", preset: "paper", settings: { population: 20 } });
  expect(readAll(TWO, { learner: "evolve", settings }).request).toEqual({ learner: "evolve", preset: "default", settings: { population: 20 } });
});

test("a method may have a default of its own, and a preset goes before it", () => {
  const base = (choices: Omit<Choices, "settings">, table = TWO) => baseOf(table, { ...choices, settings: {} }, WITH);
  expect([base({}), base({ learner: "evolve" })]).toEqual(["strings", "inverse,dates"]);
  const paper = { ...TWO.presets[1]!, values: { with: "dates" } };
  expect(base({ learner: "beam", preset: "paper" }, { ...TWO, presets: [TWO.presets[0]!, paper] })).toBe("dates");
});

test("what was typed is sent as a value, and only if it differs from the preset", () => {
  expect(sent({ population: "20", timeout: " 30s " }).settings).toEqual({ population: 20, timeout: "30s" });
  expect(sent({ population: "800", elite: "0" }).settings).toEqual({ elite: 0 });
  expect(sent({ population: "800", elite: "0" }, { preset: "paper" })).toEqual({ learner: "auto", preset: "paper", settings: {} });
  expect(sent({ elite: "1" }, { preset: "paper" }).settings).toEqual({ elite: 1 });
});

test("a word that is chosen is sent even if it is the default one, because the server may choose another", () => {
  expect(sent({ quality: "accuracy" }).settings).toEqual({ quality: "accuracy" });
});

test("a method is sent only options that it takes", () => {
  expect(sent({ population: "20", quality: "f1", mood: "good" }, { learner: "top" })).toEqual({ learner: "top", preset: "default", settings: { quality: "f1" } });
});

test("a preset that the server does not know is replaced by its first one, and a method by that of the preset", () => {
  expect(sent({}, { learner: "gone", preset: "gone" })).toEqual({ learner: "auto", preset: "default", settings: {} });
});

test("what is wrong is not sent, and has a sentence", () => {
  const { request, problems } = readAll(TABLE, { settings: { population: "0", elite: "2" } });
  expect(request.settings).toEqual({ elite: 2 });
  expect(problems).toEqual({ population: "Enter a whole number from 1 to 20,000." });
});

test("an option of another method is never wrong", () => {
  expect(readAll(TABLE, { learner: "top", settings: { population: "many" } }).problems).toEqual({});
});

test("settings of older links hold numbers", () => {
  expect(sent({ population: 10, "stop-when-solved": true }).settings).toEqual({ population: 10, "stop-when-solved": true });
});

const wrong = (option: Option, ...texts: string[]) => texts.map((text) => [text, "problem" in read(option, text)]).filter(([, isWrong]) => !isWrong);
const right = (option: Option, ...texts: string[]) => texts.map((text) => [text, read(option, text)]).filter(([, outcome]) => "problem" in (outcome as object));

test("every kind of value is checked", () => {
  const count = option("x", "count", { least: 1, most: 18446744073709551615 });
  expect(wrong(count, "0", "1.5", "-1", "1e3", "ten", "9007199254740993")).toEqual([]);
  expect(right(count, "1", " 007 ", "9007199254740991")).toEqual([]);
  const share = option("x", "number", { least: 0, most: 1 });
  expect(wrong(share, "-0.1", "1.01", "half", "Infinity", "0,5")).toEqual([]);
  expect(right(share, "0", "1", ".5", "5e-1", "0.50")).toEqual([]);
  // The texts that the server's own tests take and refuse.
  const time = option("x", "time", {});
  expect(right(time, "300s", "1.5", "5m", "500ms", "none", "1m30s", "1h 2min 3.5s", "5 m")).toEqual([]);
  expect(wrong(time, "soon", "-1s", "", "s", "30s1m", "1m1m", "1m30", "1 2", "1e3s", "1..5")).toEqual([]);
  expect(right(named("timeout"), "1s", "1m", "1000ms", "none")).toEqual([]);
  expect(wrong(named("timeout"), "0", "61s", "1m1s", "999ms", "1h")).toEqual([]);
  const heights = option("x", "heights", { least: 1, most: 17 });
  expect(right(heights, "1..6", "3..3", "1 .. 17", "1..=6")).toEqual([]);
  expect(wrong(heights, "6..1", "0..6", "1..18", "1-6", "1..", "6")).toEqual([]);
  expect(wrong(QUALITY, "mood", "accuracy,f1")).toEqual([]);
  expect(wrong(WITH, "dates,moods")).toEqual([]);
  expect(right(WITH, "dates", "dates, strings", "")).toEqual([]);
});

test("problems are written in plain words", () => {
  const problem = (option: Option, text: string) => (read(option, text) as { problem: string }).problem;
  expect(problem(option("x", "count"), "a")).toBe("Enter a whole number.");
  expect(problem(option("x", "number", { least: 0 }), "a")).toBe("Enter a number of at least 0.");
  expect(problem(option("x", "number", { most: 0.0001 }), "a")).toBe("Enter a number of at most 0.0001.");
  expect(problem(named("timeout"), "a")).toBe("Enter a time from 1 to 60 seconds, such as 300s, 5m or 1m30s, or none.");
  expect(problem(option("x", "heights", { least: 1, most: 17 }), "a")).toBe("Enter two whole numbers from 1 to 17, the smaller one first, such as 1..6.");
  // Larger numbers are not exact in a browser.
  expect(problem(option("seed", "count", { least: 0, most: 2 ** 64 }), "9007199254740993")).toBe("Enter a whole number from 0 to 9,007,199,254,740,991.");
  expect(problem(QUALITY, "mood")).toBe("“mood” is none of accuracy, f1.");
});

test("an empty field, a reset and ticks that are as before enter nothing", () => {
  const none: Choices = { settings: {} };
  const typed = enter(TABLE, none, named("population"), "20");
  expect(typed.settings).toEqual({ population: "20" });
  expect(enter(TABLE, typed, named("population"), " ")).toEqual(none);
  expect(reset(typed, named("population"))).toEqual(none);
  const ticked = enter(TABLE, none, named("stop-when-solved"), true);
  expect(ticked.settings).toEqual({ "stop-when-solved": true });
  expect(enter(TABLE, ticked, named("stop-when-solved"), false)).toEqual(none);
  expect(enter(TABLE, { preset: "paper", settings: {} }, named("stop-when-solved"), false).settings).toEqual({ "stop-when-solved": false });
  expect(enter(TABLE, none, WITH, "").settings).toEqual({ with: "" });
  expect(enter(TABLE, none, WITH, "inverse,dates")).toEqual(none);
});

test("no words where some are the default are sent as an empty list", () => {
  expect(sent({ with: "" }).settings).toEqual({ with: "" });
});

test("names are written in words", () => {
  expect(["population", "stop-when-solved"].map(inWords)).toEqual(["Population", "Stop when solved"]);
});

afterEach(() => vi.unstubAllGlobals());

test("a job is asked for what was entered in the table that the server gave", async () => {
  let posted: unknown;
  vi.stubGlobal("sessionStorage", { getItem: () => "name", setItem: () => {} });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit) => {
    if (`${method} ${address}` === "GET /api/v1/options") return Response.json(TABLE);
    if (`${method} ${address}` === "POST /api/v1/jobs") posted = JSON.parse(String(body));
    return Response.json({ id: 1 });
  });
  const table = await api.options();
  const choices = enter(table, { preset: "paper", settings: {} }, table.options[0]!, "20");
  await api.start({ target_class: "C", ...readAll(table, choices).request } as LearnRequest);
  expect(posted).toEqual({ target_class: "C", learner: "auto", preset: "paper", settings: { population: 20 } });
});

type Element = VNode<Record<string, unknown>> & { within: string[] };

/** The elements that a component without state draws, each with the types of those around it. */
function drawn(node: ComponentChildren, within: string[] = []): Element[] {
  if (Array.isArray(node)) return node.flatMap((child) => drawn(child, within));
  if (node === null || typeof node !== "object") return [];
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === "function") return drawn((type as (props: unknown) => ComponentChildren)(props), within);
  return [{ ...(node as Element), within }, ...drawn(props.children as ComponentChildren, [...within, String(type)])];
}

function form(choices: Choices, table = TABLE) {
  let changed: Choices | null = null;
  const elements = drawn(<OptionsForm ignore={[]} onAllow={() => undefined} table={table} choices={choices} onChange={(next) => (changed = next)} />);
  const control = (name: string) => elements.find(({ props }) => props.id === `option-${name}`);
  return { elements, control, changed: () => changed };
}

test("a field has the default of the preset as its placeholder", () => {
  expect(form({ settings: {} }).control("elite")!.props.placeholder).toBe("1");
  expect(form({ preset: "paper", settings: {} }).control("elite")!.props.placeholder).toBe("0");
  expect(form({ preset: "paper", settings: {} }).control("stop-when-solved")!.props.checked).toBe(true);
});

test("the method can be left to the preset, which is the first choice and says what it means", () => {
  const methods = (choices: Choices) => {
    const { elements, changed } = form(choices, TWO);
    const select = elements.find(({ type }) => type === "select")!;
    const hint = elements.find(({ type, props }) => type === "p" && props.class === "hint")!;
    return { value: select.props.value, words: drawn(select.props.children as ComponentChildren).map(({ props }) => props.value), hint: hint.props.children, select, changed };
  };
  const { value, words, hint, select, changed } = methods({ settings: {} });
  expect([value, words]).toEqual(["auto", ["auto", "evolve", "top", "beam"]]);
  expect(hint).toBe("The learner of the preset, here beam. A systematic search.");
  expect(methods({ preset: "paper", settings: {} }).hint).toBe("The learner of the preset, here evolve. Evolution.");
  expect(methods({ learner: "top", settings: {} })).toMatchObject({ value: "top", hint: "The best single name." });
  (select.props.onChange as (event: unknown) => void)({ currentTarget: { value: "evolve" } });
  expect(changed()).toEqual({ learner: "evolve", settings: {} });
});

test("basic options are visible and advanced ones folded", () => {
  const { control } = form({ settings: {} });
  const nFolds = (name: string) => control(name)!.within.filter((type) => type === "details").length;
  expect([nFolds("population"), nFolds("quality"), nFolds("elite"), nFolds("with")]).toEqual([1, 1, 2, 2]);
});

test("a group has its title, and none is drawn without options", () => {
  const legends = form({ settings: {} }).elements.filter(({ type }) => type === "legend").map(({ props }) => props.children);
  expect(legends).toEqual(["How populations change", "What concepts are made of", "How populations change"]);
  const ofTop = form({ learner: "top", settings: {} }).elements.filter(({ type }) => type === "legend");
  expect(ofTop.length).toBe(1);
});

test("a wrong value stays in its field, with the sentence that describes it", () => {
  const { control, elements } = form({ settings: { population: "1." } });
  expect(control("population")!.props).toMatchObject({ value: "1.", "aria-invalid": true, "aria-describedby": "option-population-about option-population-problem" });
  expect(elements.find(({ props }) => props.id === "option-population-problem")!.props.children).toBe("Enter a whole number from 1 to 20,000.");
});

test("typing, ticking a word and resetting change the choices", () => {
  const type = (value: unknown) => ({ currentTarget: { value, checked: value } });
  const typed = form({ settings: {} });
  (typed.control("population")!.props.onInput as (event: unknown) => void)(type("20"));
  expect(typed.changed()).toEqual({ settings: { population: "20" } });

  const ticked = form({ settings: {} });
  const boxes = ticked.elements.filter(({ type, within, props }) => type === "input" && props.type === "checkbox" && within.at(-1) === "label");
  expect(boxes.map(({ props }) => props.checked)).toEqual([true, true, false]);
  expect(boxes.map(({ props }) => props.disabled)).toEqual([true, true, false]);
  (boxes[2]!.props.onChange as (event: unknown) => void)(type(true));
  expect(ticked.changed()).toEqual({ settings: { with: "inverse,dates,strings" } });

  const changed = form({ learner: "top", settings: { quality: "f1" } });
  const [button] = changed.elements.filter(({ props }) => props["aria-label"] === "Reset Quality");
  (button!.props.onClick as () => void)();
  expect(changed.changed()).toEqual({ learner: "top", settings: {} });
});
