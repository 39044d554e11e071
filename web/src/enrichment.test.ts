import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EnrichedClass, EnrichReport, SuggestedAxiom } from "./api";
import { bearers, choicesOf, conceptsOf, definitionsOf, hasSomething, isTicked, ontologyOf, superclassesOf, toggle } from "./enrichment";

const suggestion = (dl: string, f1: number, precision: number): SuggestedAxiom => ({
  axiom: `SubClassOf(${dl})`,
  concept: { dl, functional: dl, manchester: dl },
  covered: 1,
  f1,
  length: 1,
  others_covered: 0,
  precision,
  recall: 1,
  sentence: dl,
});

const CLASS: EnrichedClass = {
  equivalent: [suggestion("A", 0.95, 0.2), suggestion("B", 1, 1)],
  instances: 3,
  iri: "urn:c",
  known: 0,
  n_suspects: 0,
  name: "c",
  others: 4,
  superclasses: [suggestion("D", 0.1, 0.95), suggestion("E", 1, 0.94)],
  suspects: [],
  within: "Above",
};

const REPORT: EnrichReport = {
  classes: [CLASS],
  complete: true,
  learner: "beam",
  properties: [{ axiom: "ObjectPropertyRange(p F)", class: "F", name: "p", property: "urn:p", shown_by: 7, side: "range" }],
  seconds: 1,
  skipped: [{ iri: "urn:s", reason: "0 instances are too few" }],
  version: 1,
};

test("of definitions the first is ticked if it is good, of superclasses each that is precise", () => {
  const proposed = (choices: { isProposed: boolean }[]) => choices.map(({ isProposed }) => isProposed);
  expect(proposed(definitionsOf(CLASS))).toEqual([true, false]);
  expect(proposed(definitionsOf({ ...CLASS, equivalent: [suggestion("A", 0.949, 1)] }))).toEqual([false]);
  expect(proposed(superclassesOf(CLASS))).toEqual([true, false]);
  expect(proposed(choicesOf(REPORT))).toEqual([true, false, true, false, false]);
});

test("every axiom is ticked for itself, and back again", () => {
  const choices = choicesOf(REPORT);
  expect(new Set(choices.map(({ key }) => key)).size).toBe(5);
  const ticks = (toggled: string[]) => choices.map((choice) => isTicked(choice, toggled));
  const toggled = toggle(choices[1]!.key, toggle(choices[0]!.key, []));
  expect(ticks(toggled)).toEqual([false, true, true, false, false]);
  expect(ticks(toggle(choices[0]!.key, toggled))).toEqual([true, true, true, false, false]);
});

test("an ontology has the head and the end that the command line writes, and the axioms between them", () => {
  const source = readFileSync("../crates/report/src/enrich.rs", "utf8");
  const head = /ONTOLOGY_START: &str = "\\\n([^"]*)"/.exec(source)![1]!;
  expect(ontologyOf([])).toBe(`${head})\n`);
  const [one, other] = choicesOf(REPORT);
  expect(ontologyOf([one!, other!])).toBe(`${head}SubClassOf(A)\nSubClassOf(B)\n)\n`);
});

test("everything that is shown is asked for once", () => {
  expect(conceptsOf(REPORT)).toEqual(["<urn:c>", "Above", "A", "B", "D", "E", bearers(REPORT.properties[0]!), "F", "<urn:s>"]);
  expect(conceptsOf({ ...REPORT, classes: [CLASS, CLASS] })).toEqual(conceptsOf(REPORT));
});

test("a domain is about who has the property, a range about whose it is", () => {
  const [range] = REPORT.properties;
  expect(bearers(range!)).toBe("ObjectSomeValuesFrom(ObjectInverseOf(<urn:p>) owl:Thing)");
  expect(bearers({ ...range!, side: "domain" })).toBe("ObjectSomeValuesFrom(<urn:p> owl:Thing)");
});

test("a class of which only suspects are known is something to look at", () => {
  const empty = { ...CLASS, equivalent: [], superclasses: [] };
  expect(hasSomething(empty)).toBe(false);
  expect(hasSomething({ ...empty, n_suspects: 2 })).toBe(true);
});
