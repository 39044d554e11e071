// What a measure is called, and what a concept does in plain counts.

import type { LearnReport, Solution } from "./api";

/** The measure that was maximised, as people write it. */
export function measureOf(result: LearnReport): string {
  const word = String(result.settings.quality ?? "accuracy");
  return word === "f1" ? "F1" : word.replaceAll("-", " ");
}

/** How many examples a concept covers: what a share of very many hides. */
export function coverage({ train }: Solution): string {
  const of = (covered: number, rest: number) => `${covered.toLocaleString("en")} of ${(covered + rest).toLocaleString("en")}`;
  return `covers ${of(train.tp, train.fn)} positives and ${of(train.fp, train.tn)} negatives`;
}

/** The rows that answer anything: a concept that covers no positive does not, whatever its quality. */
export function answers(result: LearnReport): Solution[] {
  return result.front.filter(({ train }) => train.tp > 0);
}
