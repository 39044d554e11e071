// The command line that learns what the page learned.

import type { LearnReport } from "./api";
import type { Doc } from "./session";

/** A word of a command as a shell reads it. */
const word = (text: string): string => (/^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The command, with the examples in a problem file. */
export function commandOf(doc: Doc, kbName: string, result: LearnReport | null): string {
  const words = ["evolearner", "learn", kbName];
  words.push(...(doc.target ? ["--target-class", doc.target.iri] : ["--problem", "problem.toml"]));
  for (const { iri } of doc.ignore) words.push("--ignore", iri);
  const { learner, preset, settings } = doc.choices;
  if (learner && learner !== "auto") words.push("--learner", learner);
  if (preset && preset !== "default") words.push("--preset", preset);
  for (const [name, value] of Object.entries(settings)) words.push(`--${name}=${value}`);
  if (result && !("seed" in settings)) words.push(`--seed=${result.seed}`);
  return words.map(word).join(" ");
}

/** The examples as a problem file. */
export function problemOf({ examples }: Doc): string {
  const list = (label: string) => examples.filter((example) => example.label === label).map(({ iri }) => `    ${JSON.stringify(iri)},\n`).join("");
  const negatives = list("negative");
  return `positives = [\n${list("positive")}]\n${negatives ? `negatives = [\n${negatives}]\n` : ""}`;
}
