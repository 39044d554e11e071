// What the steps of a run count, and how far a run is, in words.

import type { LearnReport, Progress } from "./api";

/** What the steps of a run that is over counted; results that do not say are those of evolutions. */
export function unitOf(result: LearnReport): string {
  return result.history.at(-1)?.unit || "generation";
}

/** Whether quality is worth a curve over these steps: over lengths, the front shows it already. */
export function hasCurve(unit: string | undefined): unit is string {
  return unit !== undefined && unit !== "length";
}

/** How far a run is. */
export function position({ unit, generation, generations }: Progress): string {
  return generations == null ? `${unit} ${generation}` : `${unit} ${generation} of ${generations}`;
}

/** What a run took. Lengths are not counted: the front shows them. */
export function effort(result: LearnReport): string {
  const unit = unitOf(result);
  const steps = unit === "length" ? "" : `${result.generations.toLocaleString("en")} ${unit}${result.generations === 1 ? "" : "s"}, `;
  const seconds = result.seconds.total - result.seconds.load;
  return `${steps}${result.evaluations.toLocaleString("en")} evaluations in ${seconds.toFixed(2)} s`;
}
