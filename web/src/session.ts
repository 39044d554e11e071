// The document that a person works on: one value, with what came before it, kept across reloads.

import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Item } from "./api";
import type { Task } from "./client";
import type { Example } from "./link";
import type { Choices } from "./options";

/** A run by its number and its time: a server that keeps nothing gives the same numbers again. */
export interface JobRef {
  id: number;
  created: number;
}

/** Suggestions for the whole ontology. */
export interface Enrichment {
  job: JobRef;
  /** Whether they are shown where else the answer is. */
  isShown: boolean;
  /** The axioms that are ticked and were not at first, and the other way round. */
  toggled: string[];
}

/** Everything that can be undone. */
export interface Doc {
  kb: string;
  examples: Example[];
  /** The class whose instances are the positives, where these are not listed. */
  target: Item | null;
  /** Names that no answer may use. */
  ignore: Item[];
  choices: Choices;
  /** The run whose answer is shown. */
  job: JobRef | null;
  /** The concept that is shown: a row of the front, or what was made of one by hand. */
  concept: string | null;
  enrichment: Enrichment | null;
}

export const EMPTY: Doc = { kb: "", examples: [], target: null, ignore: [], choices: { settings: {} }, job: null, concept: null, enrichment: null };

/** The same suggestions, behind the answer. */
export const behind = (enrichment: Enrichment | null): Enrichment | null => enrichment && { ...enrichment, isShown: false };

/** A document and what was done to get there. */
interface Entry {
  doc: Doc;
  what: string;
}

interface History {
  doc: Doc;
  past: Entry[];
  future: Entry[];
}

export interface Session {
  doc: Doc;
  /** What the next undo takes back, if there is something. */
  undoes: string | null;
  redoes: string | null;
  /** Makes a new document; a change that goes on from the last one of the same name is one step with it. */
  change(what: string, make: (doc: Doc) => Doc, goesOn?: boolean): void;
  /** Follows the document without a step of its own, as when a run has found its answer. */
  follow(make: (doc: Doc) => Doc): void;
  undo(): void;
  redo(): void;
  /** The document, and all that come back by undo and redo. */
  docs: Doc[];
  /** Gives things in all of them the names of a map by IRI. */
  rename(names: Map<string, string>): void;
  /** Starts from a document that was kept elsewhere. */
  start(doc: Doc): void;
}

const KEY = "evolearner-session";
const MAX_STEPS = 100;
/** What is kept at most, in letters: browsers keep about five million for a page. */
const MAX_LETTERS = 2_000_000;

export const changed = (history: History, what: string, next: Doc, goesOn: boolean): History => {
  const { doc, past } = history;
  if (JSON.stringify(next) === JSON.stringify(doc)) return history;
  const isSame = goesOn && past.at(-1)?.what === what;
  return { doc: next, past: isSame ? past : [...past, { doc, what }].slice(-MAX_STEPS), future: [] };
};

export const undone = ({ doc, past, future }: History): History => {
  const last = past.at(-1);
  return last ? { doc: last.doc, past: past.slice(0, -1), future: [{ doc, what: last.what }, ...future] } : { doc, past, future };
};

export const redone = ({ doc, past, future }: History): History => {
  const [next, ...rest] = future;
  return next ? { doc: next.doc, past: [...past, { doc, what: next.what }], future: rest } : { doc, past, future };
};

/** The same history, in which things have the names of a map by IRI. */
export const renamed = ({ doc, past, future }: History, names: Map<string, string>): History => {
  const name = <I extends Item>(item: I): I => ({ ...item, name: names.get(item.iri) ?? item.name });
  const rename = (doc: Doc): Doc => ({ ...doc, examples: doc.examples.map(name), target: doc.target && name(doc.target), ignore: doc.ignore.map(name) });
  const entry = ({ doc, what }: Entry): Entry => ({ doc: rename(doc), what });
  return { doc: rename(doc), past: past.map(entry), future: future.map(entry) };
};

/** Keeps a history, for this tab and for the next one that is opened; where it is too long, its older half is left out until it fits. */
export function keep(history: History): void {
  for (let n = history.past.length; ; n = Math.floor(n / 2)) {
    const text = JSON.stringify({ ...history, past: history.past.slice(history.past.length - n) });
    if (text.length <= MAX_LETTERS || n === 0) {
      for (const storage of ["sessionStorage", "localStorage"] as const) {
        try {
          globalThis[storage].setItem(KEY, text);
        } catch {
          // A browser that keeps nothing can still be worked with.
        }
      }
      return;
    }
  }
}

/** The history that was kept, if there is one: that of this tab, else that of the tab that was last worked in. */
export function kept(): History | null {
  try {
    const history = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "null");
    return typeof history?.doc?.kb === "string" && Array.isArray(history.doc.examples) && Array.isArray(history.past) && Array.isArray(history.future) ? history : null;
  } catch {
    return null;
  }
}

export function useSession(): Session {
  const [history, setHistory] = useState<History>(() => kept() ?? { doc: EMPTY, past: [], future: [] });
  const isFirst = useRef(true);
  // Before the screen is drawn: a reload right after a press keeps what was pressed.
  useLayoutEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else keep(history);
  }, [history]);
  return {
    doc: history.doc,
    undoes: history.past.at(-1)?.what ?? null,
    redoes: history.future[0]?.what ?? null,
    change: useCallback((what, make, goesOn = false) => setHistory((known) => changed(known, what, make(known.doc), goesOn)), []),
    follow: useCallback((make) => setHistory((known) => ({ ...known, doc: make(known.doc) })), []),
    undo: useCallback(() => setHistory(undone), []),
    redo: useCallback(() => setHistory(redone), []),
    docs: [history, ...history.past, ...history.future].map(({ doc }) => doc),
    rename: useCallback((names) => setHistory((known) => renamed(known, names)), []),
    start: useCallback((doc) => setHistory({ doc, past: [], future: [] }), []),
  };
}

/** What the server is asked to learn from. */
export function taskOf({ examples, target }: Pick<Doc, "examples" | "target">): Task {
  const names = (label: string) => examples.filter((example) => example.label === label).map(({ iri }) => iri);
  return target ? { target_class: target.iri } : { positives: names("positive"), negatives: names("negative") };
}

/** Whether there is something to learn from. */
export const hasPositives = (task: Task): boolean => "target_class" in task || task.positives.length > 0;
