// A pasted list, with what was understood of it before anything is taken.

import { useEffect, useState } from "preact/hooks";
import type { Item, Label } from "../api";
import { api } from "../client";
import type { Example } from "../link";
import { figure, nameOf, useNaming } from "../names";
import { readPasted } from "../paste";

interface Props {
  kb: string;
  examples: Example[];
  mark(items: Item[], label: Label): void;
  onError(error: unknown): void;
}

/** How many of what was understood are listed. */
const MAX_LISTED = 100;

interface Understood {
  found: { written: string; item: Item }[];
  unknown: { name: string; message: string }[];
}

export function Paste({ kb, examples, mark, onError }: Props) {
  const naming = useNaming();
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [understood, setUnderstood] = useState<Understood | null>(null);
  useEffect(() => {
    if (text.trim() === "") return setUnderstood(null);
    const interest = new AbortController();
    const wait = setTimeout(() => understand(kb, text, interest.signal).then(setUnderstood, (error) => interest.signal.aborted || onError(error)), 200);
    return () => (clearTimeout(wait), interest.abort());
  }, [kb, text]);
  useEffect(() => setNote(""), [kb]);
  const labels = new Map(examples.map(({ iri, label }) => [iri, label]));
  /** How many of those that were understood are marked already. */
  const marked = (label: Label) => understood?.found.filter(({ item }) => labels.get(item.iri) === label).length ?? 0;
  function take(label: Label) {
    if (!understood) return;
    const { found, unknown } = understood;
    const other = label === "positive" ? "negative" : "positive";
    const [nMoved, nUnknown] = [marked(other), unknown.length];
    mark(found.map(({ item }) => item), label);
    setText(unknown.map(({ name }) => name).join("\n"));
    setNote([`${figure(found.length)} marked`, nMoved > 0 && `${figure(nMoved)} of them ${nMoved === 1 ? "was" : "were"} ${other} before`, nUnknown > 0 && `${figure(nUnknown)} unknown, which stay here`].filter(Boolean).join("; "));
  }
  const isReady = (understood?.found.length ?? 0) > 0;
  return (
    <div class="stack">
      <label>
        Labels, IRIs, prefixed names, or a table with the columns id and label
        <textarea rows={5} value={text} onInput={(event) => (setText(event.currentTarget.value), setNote(""))} />
      </label>
      <div class="row">
        <button disabled={!isReady} onClick={() => take("positive")}>
          Mark as positive
        </button>
        <button disabled={!isReady} onClick={() => take("negative")}>
          Mark as negative
        </button>
      </div>
      <p class="hint" role="status">
        {note || (understood ? [`${figure(understood.found.length)} understood, ${figure(understood.unknown.length)} not`, ...(["positive", "negative"] as const).flatMap((label) => (marked(label) > 0 ? [`${figure(marked(label))} marked as ${label} already`] : []))].join("; ") : "")}
      </p>
      {understood && understood.found.length + understood.unknown.length > 0 && (
        <ul class="understood" tabIndex={0} aria-label="What was understood">
          {understood.unknown.slice(0, MAX_LISTED).map(({ name, message }) => (
            <li key={name}>
              <span class="fails">✗</span> {message}
            </li>
          ))}
          {understood.found.slice(0, MAX_LISTED).map(({ written, item }) => (
            <li key={item.iri} title={item.iri}>
              <span class="holds">✓</span> {written}
              {written !== nameOf(item, naming) && <span class="hint"> → {nameOf(item, naming)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Looks a list up; what is unknown by its first column is tried by its label. */
async function understand(kb: string, text: string, signal: AbortSignal): Promise<Understood> {
  const pasted = readPasted(text);
  const first = await api.names(kb, pasted.map(({ name }) => name), signal);
  const unknown = new Map(first.unknown.map((unknown) => [unknown.name, unknown]));
  const again = pasted.filter(({ name, other }) => unknown.has(name) && other);
  const second = again.length > 0 ? await api.names(kb, again.map(({ other }) => other!), signal) : { found: [], unknown: [] };
  const missing = new Set(second.unknown.map(({ name }) => name));
  // Whoever is named twice, or by two names, is one.
  const found = new Map<string, Understood["found"][number]>();
  const rest: Understood["unknown"] = [];
  const [queue, others] = [[...first.found], [...second.found]];
  for (const { name, other } of pasted) {
    const problem = unknown.get(name);
    if (problem && (!other || missing.has(other))) {
      rest.push(problem);
      continue;
    }
    const item = (problem ? others : queue).shift()!;
    if (!found.has(item.iri)) found.set(item.iri, { written: problem ? other! : name, item });
  }
  return { found: [...found.values()], unknown: rest };
}
