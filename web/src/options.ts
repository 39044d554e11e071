// What can be set, what was entered, and what of it a request carries.

import type { MethodModel, OptionModel, OptionsTable, PresetModel } from "./api";
import type { Settings } from "./client";

export type Value = string | number | boolean;

/** An option as far as a form needs it. */
export type Option = Pick<OptionModel, "name" | "about" | "group" | "kind" | "advanced"> &
  Partial<Pick<OptionModel, "least" | "most" | "choices" | "source">> & {
    /** Its value if nothing sets it; nothing where it is then without effect, or the server decides. */
    default?: Value | null;
  };

export type MethodValues = Omit<MethodModel, "defaults"> & { defaults: Record<string, Value> };

export type PresetValues = Omit<PresetModel, "values"> & { values: Record<string, Value> };

/** The answer of `GET /options`, with the types that values have. */
export interface OptionTable extends Pick<OptionsTable, "version" | "groups"> {
  methods: MethodValues[];
  presets: PresetValues[];
  options: Option[];
}

/** What was chosen and entered. Fields for numbers, times and the like hold the text as it was typed. */
export interface Choices {
  learner?: string;
  preset?: string;
  settings: Settings;
}

/** The method that fills the holes of a sketch. */
export const SKETCH = "sketch";

/** The word for the method that the preset goes with. */
export const AUTO = "auto";

export const presetOf = (table: OptionTable, { preset }: Choices) => table.presets.find(({ id }) => id === preset) ?? table.presets[0]!;

/** The word that was chosen for the method. */
export const learnerOf = (table: OptionTable, { learner }: Choices) => table.methods.find(({ id }) => id === learner)?.id ?? AUTO;

/** The method that learns: the chosen one, or that of the preset. */
export function methodOf(table: OptionTable, choices: Choices): MethodValues {
  const chosen = learnerOf(table, choices);
  const wanted = chosen === AUTO ? presetOf(table, choices).learner : chosen;
  return table.methods.find(({ id }) => id === wanted) ?? table.methods[0]!;
}

/** The options of the method that learns. */
export function optionsOf(table: OptionTable, choices: Choices): Option[] {
  const { options } = methodOf(table, choices);
  return table.options.filter(({ name }) => options.includes(name));
}

/** What an option is if nothing is entered for it. */
export function baseOf(table: OptionTable, choices: Choices, option: Option): Value | null {
  const unset = { switch: false, choices: "" }[option.kind as string] ?? null;
  return presetOf(table, choices).values[option.name] ?? methodOf(table, choices).defaults[option.name] ?? option.default ?? unset;
}

/** The words of a value of kind `choices`, which are separated by commas. */
export function wordsOf(value: Value | null): string[] {
  return String(value ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");
}

/** The name of an option as people write it. */
export function inWords(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is entered as the value that is sent, or a sentence about what is wrong with it. */
export function read(option: Option, entered: Value): { value: Value } | { problem: string } {
  const text = String(entered).trim();
  switch (option.kind) {
    case "switch":
      return { value: entered === true };
    case "choice":
    case "choices": {
      const known = option.choices?.map(({ word }) => word) ?? [];
      const unknown = (option.kind === "choice" ? [text] : wordsOf(text)).find((word) => !known.includes(word));
      return unknown === undefined ? { value: text } : { problem: `“${unknown}” is none of ${known.join(", ")}.` };
    }
    case "text":
    case "names":
      return { value: text };
    default: {
      const { what, unit = "", such = "", numbers } = TEXTS[option.kind];
      const [least, most] = boundsOf(option);
      const found = numbers(text);
      const isRight = found?.every((number) => number >= least && number <= most);
      if (!isRight) return { problem: `Enter ${what}${inBounds(least, most, unit)}${such}.` };
      return { value: option.kind === "count" || option.kind === "number" ? found![0]! : text };
    }
  }
}

function boundsOf({ kind, least, most }: Option): [number, number] {
  const high = most ?? Infinity;
  // A server may count further than numbers are exact here.
  const isTooHigh = kind === "count" && most != null && !Number.isSafeInteger(high);
  return [least ?? -Infinity, isTooHigh ? Number.MAX_SAFE_INTEGER : high];
}

function inBounds(least: number, most: number, unit: string): string {
  const shown = (bound: number) => bound.toLocaleString("en", { maximumFractionDigits: 20 });
  if (Number.isFinite(least) && Number.isFinite(most)) return ` from ${shown(least)} to ${shown(most)}${unit}`;
  if (Number.isFinite(least)) return ` of at least ${shown(least)}${unit}`;
  if (Number.isFinite(most)) return ` of at most ${shown(most)}${unit}`;
  return "";
}

/** How values are typed, by kind: in words, and as the numbers that must lie within the bounds. */
const TEXTS: Record<"count" | "number" | "time" | "heights" | "language", { what: string; unit?: string; such?: string; numbers(text: string): number[] | null }> = {
  count: { what: "a whole number", numbers: (text) => (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? [Number(text)] : null) },
  number: { what: "a number", numbers: (text) => (text !== "" && Number.isFinite(Number(text)) ? [Number(text)] : null) },
  time: { what: "a time", unit: " seconds", such: ", such as 300s, 5m or 1m30s, or none", numbers: secondsOf },
  heights: { what: "two whole numbers", such: ", the smaller one first, such as 1..6", numbers: heightsOf },
  language: { what: "a description logic", such: " such as ALC or ALCQ(D)", numbers: (text) => (/^AL[COIQN]*(\(D\))?$/.test(text) ? [] : null) },
};

/** A time in seconds: numbers with units, the largest unit first, or a number alone. */
function secondsOf(text: string): number[] | null {
  if (text === "none") return [];
  const match = /^(?:([\d.]+)\s*h)?\s*(?:([\d.]+)\s*m(?:in)?(?!s))?\s*(?:([\d.]+)\s*s)?\s*(?:([\d.]+)\s*ms)?$/.exec(text);
  if (text === "" || (!match && !/^[\d.]+$/.test(text))) return null;
  const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = match ? match.slice(1).map((part) => Number(part ?? 0)) : [0, 0, Number(text)];
  const sum = hours * 3600 + minutes * 60 + seconds + thousandths / 1000;
  return Number.isNaN(sum) ? null : [sum];
}

function heightsOf(text: string): number[] | null {
  const match = /^(\d+)\s*\.\.=?\s*(\d+)$/.exec(text);
  const [low, high] = [Number(match?.[1]), Number(match?.[2])];
  return low <= high ? [low, high] : null;
}

/** What a job is asked for, and what is wrong with what was entered, by the names of the options. */
export interface Reading {
  request: { learner: string; preset: string; settings: Settings };
  problems: Record<string, string>;
}

/** Reads what was entered for the options of the method that learns; only what differs from the preset is sent. */
export function readAll(table: OptionTable, choices: Choices): Reading {
  const settings: Settings = {};
  const problems: Record<string, string> = {};
  for (const option of optionsOf(table, choices)) {
    const entered = choices.settings[option.name];
    if (entered === undefined) continue;
    const outcome = read(option, entered);
    if ("problem" in outcome) problems[option.name] = outcome.problem;
    // A word that is chosen is sent even if it is the default one: else the server may choose.
    else if (option.kind === "choice" || outcome.value !== baseOf(table, choices, option)) settings[option.name] = outcome.value;
  }
  return { request: { learner: learnerOf(table, choices), preset: presetOf(table, choices).id, settings }, problems };
}

/** Choices with something entered for an option. An empty field enters nothing, nor do ticks that are as before. */
export function enter(table: OptionTable, choices: Choices, option: Option, entered: Value): Choices {
  const isTicked = option.kind === "switch" || option.kind === "choices";
  const isNothing = isTicked ? entered === baseOf(table, choices, option) : String(entered).trim() === "";
  return isNothing ? reset(choices, option) : { ...choices, settings: { ...choices.settings, [option.name]: entered } };
}

/** Choices with nothing entered for an option. */
export function reset(choices: Choices, { name }: Option): Choices {
  const { [name]: _entered, ...settings } = choices.settings;
  return { ...choices, settings };
}
