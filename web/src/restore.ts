// Documents from elsewhere: links, and the requests of earlier runs.

import type { LearnRequest } from "./api";
import { api } from "./client";
import type { Example, Shared } from "./link";
import type { Settings } from "./client";
import { type Doc, EMPTY, type JobRef } from "./session";

export const docOf = ({ kb, examples, target, ignore, job, concept, enrichment, learner, preset, settings }: Shared): Doc => ({
  kb,
  examples,
  target: target ?? null,
  ignore: ignore ?? [],
  choices: { learner, preset, settings },
  job: job ?? null,
  concept: concept ?? null,
  enrichment: enrichment ?? null,
});

export const sharedOf = ({ kb, examples, target, ignore, choices, job, concept, enrichment }: Doc): Shared => ({
  kb,
  examples,
  target: target ?? undefined,
  ignore: ignore.length > 0 ? ignore : undefined,
  ...choices,
  job: job ?? undefined,
  concept: concept ?? undefined,
  enrichment: enrichment ?? undefined,
});

/** The document of a run that was started before, with the names that people use. */
export async function docOfRequest(kb: string, request: LearnRequest): Promise<Doc> {
  const { positives = [], negatives = [], target_class, ignore = [], learner, preset, settings } = request;
  const named = async (names: string[], label: Example["label"]) => (names.length === 0 ? [] : (await api.names(kb, names)).found.map((item): Example => ({ ...item, label })));
  const examples = [...(await named(positives, "positive")), ...(await named(negatives, "negative"))];
  const target = target_class ? ((await api.classes(kb, target_class)).items[0] ?? { iri: target_class, name: target_class }) : null;
  const ignored = await Promise.all(ignore.map(async (iri) => (await api.classes(kb, iri)).items[0] ?? { iri, name: iri.split(/[#/]/).at(-1)! }));
  return { ...EMPTY, kb, examples, target: target && { iri: target.iri, name: target.name }, ignore: ignored.map(({ iri, name }) => ({ iri, name })), choices: { learner, preset, settings: (settings ?? {}) as Settings } };
}

/** What the things of documents are called in the languages that are wanted now, by IRI. */
export async function namesNow(kb: string, docs: Doc[]): Promise<Map<string, string>> {
  const own = docs.filter((doc) => doc.kb === kb);
  const individuals = [...new Set(own.flatMap(({ examples }) => examples.map(({ iri }) => iri)))];
  const classes = [...new Set(own.flatMap(({ target, ignore }) => [...(target ? [target] : []), ...ignore].map(({ iri }) => iri)))];
  const found = individuals.length === 0 ? [] : (await api.names(kb, individuals)).found;
  const others = await Promise.all(classes.map(async (iri) => (await api.classes(kb, iri)).items.filter((item) => item.iri === iri)));
  return new Map([...found, ...others.flat()].map(({ iri, name }) => [iri, name]));
}

/** Whether the server still has a run. */
export async function isKnownJob(job: JobRef): Promise<boolean> {
  try {
    return (await api.job(job.id)).created === job.created;
  } catch {
    return false;
  }
}
