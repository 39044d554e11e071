import { expect, test } from "vitest";
import type { VerdictModel } from "./api";
import { opinion } from "./components/suggest";
import { neededInWords, required } from "./components/why";

const verdict = (concept: string, words: string, because: VerdictModel[] = []): VerdictModel => ({ concept, words, individual: "x", holds: false, because });

test("what is missing is said in the words of its verdict, and in notation where there is none", () => {
  const atom = verdict("∃ hasAtom.Carbon", "something that has a Carbon atom");
  const tree = verdict("∃ hasAtom.Carbon ⊓ ¬Acid", "something that is not an Acid", [atom, verdict("Acid", "an Acid")]);
  expect(neededInWords("needs ∃ hasAtom.Carbon; 0 of 2 hasAtom fit, not x1", tree)).toBe("it has to be something that has a Carbon atom");
  expect(neededInWords("must not be in Acid", tree)).toBe("it must not be an Acid");
  expect(neededInWords("needs 'heavy metal'", tree)).toBe("it needs heavy metal");
});

test("how many parts hold is said with how many have to", () => {
  expect(required("1 of 3 hold", true)).toBe("1 of 3 hold, one is enough");
  expect(required("1 of 3 hold", false)).toBe("1 of 3 hold, all have to");
  for (const [reason, holds] of [["3 of 3 hold", true], ["0 of 3 hold", false]] as const) expect(required(reason, holds)).toBe(reason);
});

test("an opinion is no more precise than it is sure", () => {
  expect([0, 0.2, 0.401, 0.6, 0.9, 1].map(opinion)).toEqual([
    "Nearly all good concepts leave it out.",
    "Most good concepts leave it out.",
    "Good concepts are divided.",
    "Good concepts are divided.",
    "Most good concepts have it in.",
    "Nearly all good concepts have it in.",
  ]);
});
