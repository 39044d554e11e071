// Suggestions for a whole ontology: followed until they are there, what of them is ticked, and what is saved.

import { useEffect, useState } from "preact/hooks";
import type { EnrichedClass, EnrichReport, PropertySuggestion, SuggestedAxiom } from "./api";
import { api, Refusal } from "./client";
import { type Learner, useLearner } from "./learner";

/** From which F1 on, of superclasses from which precision on, an axiom is ticked at first; as on the command line. */
const ACCEPT = 0.95;

/** An ontology of axioms with figures, before and after them; as the command line writes it. */
const START = `Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<urn:evolearner:suggestions>
Declaration(AnnotationProperty(<urn:evolearner:f1>))
Declaration(AnnotationProperty(<urn:evolearner:precision>))
Declaration(AnnotationProperty(<urn:evolearner:recall>))
`;
const END = ")\n";

/** An axiom that can be ticked. Its key is its place in the report, which does not change. */
export interface Choice {
  key: string;
  axiom: string;
  /** Whether it is ticked at first. */
  isProposed: boolean;
}

/** A concept that may define a class or stand above it. */
export type Row = Choice & SuggestedAxiom;

export const definitionsOf = ({ iri, equivalent }: EnrichedClass): Row[] => equivalent.map((one, at) => ({ ...one, key: `${iri} = ${at}`, isProposed: at === 0 && one.f1 >= ACCEPT }));

export const superclassesOf = ({ iri, superclasses }: EnrichedClass): Row[] => superclasses.map((one, at) => ({ ...one, key: `${iri} < ${at}`, isProposed: one.precision >= ACCEPT }));

/** Nobody has looked at domains and ranges beyond the individuals that show them: a person decides. */
export const propertiesOf = ({ properties }: EnrichReport): (Choice & PropertySuggestion)[] => properties.map((one) => ({ ...one, key: `${one.property} ${one.side} ${one.class}`, isProposed: false }));

/** All that can be ticked, in the order of the report. */
export const choicesOf = (report: EnrichReport): Choice[] => [...report.classes.flatMap((one) => [...definitionsOf(one), ...superclassesOf(one)]), ...propertiesOf(report)];

/** Whether an axiom is ticked, where those were toggled. */
export const isTicked = ({ key, isProposed }: Choice, toggled: string[]): boolean => isProposed !== toggled.includes(key);

/** The other way round. */
export const toggle = (key: string, toggled: string[]): string[] => (toggled.includes(key) ? toggled.filter((other) => other !== key) : [...toggled, key]);

/** The axioms as an ontology in OWL functional syntax. */
export const ontologyOf = (choices: Choice[]): string => `${START}${choices.map(({ axiom }) => `${axiom}\n`).join("")}${END}`;

/** Whether there is something to tick or to look at. */
export const hasSomething = ({ equivalent, superclasses, n_suspects }: EnrichedClass): boolean => equivalent.length + superclasses.length + n_suspects > 0;

/** A class as a concept that the server reads. */
export const classConcept = (iri: string): string => `<${iri}>`;

/** All who a domain or a range is about, as a concept that the server reads. */
export const bearers = ({ property, side }: PropertySuggestion): string => `ObjectSomeValuesFrom(${side === "domain" ? `<${property}>` : `ObjectInverseOf(<${property}>)`} owl:Thing)`;

/** Every concept that the page shows of a report, as the server reads it. */
export function conceptsOf({ classes, properties, skipped }: EnrichReport): string[] {
  const own = classes.flatMap(({ iri, within, equivalent, superclasses }) => [classConcept(iri), ...(within ? [within] : []), ...[...equivalent, ...superclasses].map(({ concept }) => concept.dl)]);
  const others = properties.flatMap((one) => [bearers(one), one.class]);
  return [...new Set([...own, ...others, ...skipped.map(({ iri }) => classConcept(iri))])];
}

/** A run that looks for suggestions, and what it found. */
export interface Enriching {
  learner: Learner;
  report: EnrichReport | null;
}

export function useEnrichment(id: number | null, complain: (error: unknown) => void): Enriching {
  const learner = useLearner(id, complain);
  const [found, setFound] = useState<{ id: number; report: EnrichReport } | null>(null);
  const state = learner.job?.state;
  useEffect(() => {
    if (id === null || (state !== "done" && state !== "cancelled")) return;
    let isCurrent = true;
    // What was stopped before its turn came has no result.
    const isNothing = (error: unknown) => error instanceof Refusal && error.status === 409;
    api.enrichment(id).then((report) => isCurrent && setFound({ id, report }), (error) => isCurrent && !isNothing(error) && complain(error));
    return () => void (isCurrent = false);
  }, [id, state]);
  return { learner, report: found?.id === id ? found.report : null };
}
