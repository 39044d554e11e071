import { expect, test } from "vitest";
import type { LearnReport, Progress, Step } from "./api";
import { effort, hasCurve, position, unitOf } from "./steps";

const report = (unit: string | undefined, generations: number) =>
  ({ history: [{ unit } as Step], generations, evaluations: 1234, seconds: { total: 3, load: 1 } }) as LearnReport;

const progress = (unit: string, generations: number | null) => ({ unit, generation: 7, generations }) as Progress;

test("a running job is said to be where it is, in the words of its learner", () => {
  expect(position(progress("length", 21))).toBe("length 7 of 21");
  expect(position(progress("generation", 200))).toBe("generation 7 of 200");
  expect(position(progress("walk", null))).toBe("walk 7");
});

test("a finished evolution counts its generations, a systematic search only evaluations", () => {
  expect(effort(report("generation", 2000))).toBe("2,000 generations, 1,234 evaluations in 2.00 s");
  expect(effort(report("generation", 1))).toBe("1 generation, 1,234 evaluations in 2.00 s");
  expect(effort(report("length", 9))).toBe("1,234 evaluations in 2.00 s");
});

test("results of older servers do not say what their steps are", () => {
  expect([unitOf(report(undefined, 3)), unitOf(report("", 3))]).toEqual(["generation", "generation"]);
});

test("quality has a curve over generations, but none over lengths or while nothing is known", () => {
  expect(["generation", "walk", "length", undefined].map(hasCurve)).toEqual([true, true, false, false]);
});
