// What to expect on new examples: an interval, with what simpler procedures reach.

import type { LearnReport } from "../api";
import { capital, percent } from "../names";

interface Props {
  result: LearnReport;
  isEstimating: boolean;
}

const BASELINES: Record<string, string> = { name: "a single name", restriction: "a single restriction" };

export function Estimated({ result, isEstimating }: Props) {
  const { estimate } = result;
  if (!estimate) {
    return (
      <p class="hint" role="status">
        {isEstimating ? "Finding out what to expect on new examples…" : "What to expect on new examples is not known: there are too few examples to hold some back, or it was not asked for."}
      </p>
    );
  }
  const { accuracy, low, high, level, tests, p_value, shuffles, as_good, baselines } = estimate;
  const majority = Math.max(result.positives, result.negatives) / (result.positives + result.negatives);
  const marks = [{ name: "always the larger side", accuracy: majority }, ...baselines.map((baseline) => ({ ...baseline, name: BASELINES[baseline.name] ?? baseline.name }))];
  const floor = Math.max(0, Math.floor((Math.min(low, ...marks.map(({ accuracy }) => accuracy)) - 0.02) * 10) / 10);
  const place = (value: number) => (100 * (value - floor)) / (1 - floor);
  return (
    <div class="estimate">
      <h3>
        Expected on new examples: {percent(accuracy)} <span class="count">accuracy, {percent(level)} interval {percent(low)} to {percent(high)}</span>
      </h3>
      <div class="interval" role="img" aria-label={`Expected accuracy ${percent(accuracy)}, between ${percent(low)} and ${percent(high)}`}>
        <svg viewBox="0 0 100 8" preserveAspectRatio="none">
          <line class="axis" x1="0" x2="100" y1="4" y2="4" />
          <line class="range" x1={place(low)} x2={place(high)} y1="4" y2="4" />
          {marks.map(({ name, accuracy }) => (
            <line key={name} class="baseline" x1={place(accuracy)} x2={place(accuracy)} y1="0.500" y2="7.500" />
          ))}
          <line class="mean" x1={place(accuracy)} x2={place(accuracy)} y1="0" y2="8" />
        </svg>
        <span class="ends">
          <span>{percent(floor)}</span>
          <span>100 %</span>
        </span>
      </div>
      <ul class="baselines">
        {marks.map(({ name, accuracy }) => (
          <li key={name}>
            <span class="tick" aria-hidden="true" /> {name} <b>{percent(accuracy)}</b>
          </li>
        ))}
      </ul>
      <p class="hint">
        Learned again {tests} times with some examples held back. On shuffled labels, {as_good} of {shuffles} searches fit as well: p = {p_value.toFixed(3)}.
        {result.rivals && ` ${capital(result.rivals.statement)}.`}
      </p>
    </div>
  );
}
