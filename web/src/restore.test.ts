import { expect, test } from "vitest";
import { docOf, sharedOf } from "./restore";
import { type Doc, EMPTY } from "./session";

test("a link brings back the whole document", () => {
  const job = { id: 3, created: 5 };
  const doc: Doc = {
    kb: "family",
    examples: [{ iri: "x", name: "x", label: "positive" }],
    target: { iri: "C", name: "C" },
    ignore: [{ iri: "D", name: "D" }],
    choices: { learner: "evolve", preset: "paper", settings: { generations: 3 } },
    job,
    concept: "C",
    enrichment: { job, isShown: true, toggled: ["C = 0"] },
  };
  expect(docOf(sharedOf(doc))).toEqual(doc);
  expect(docOf(sharedOf(EMPTY))).toEqual(EMPTY);
});
