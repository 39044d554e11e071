// Which individuals are examples, and of what.

import { useEffect, useState } from "preact/hooks";
import type { ClassItem, ExampleGroup, ExamplesAnswer, Individuals, Item, Label } from "../api";
import { api, type Task } from "../client";
import type { Example } from "../link";

/** How many examples of each kind are listed. */
const MAX_LISTED = 200;

interface Props {
  kb: string;
  /** What the example problem asks, where there is one. */
  question: string | null;
  examples: Example[];
  /** The class whose instances are the positives, where these are not listed. */
  target: Item | null;
  task: Task;
  mark(items: Item[], label: Label | null): void;
  /** Replaces all examples. */
  take(examples: Example[]): void;
  /** Replaces all examples by a class against the rest. */
  takeClass(item: Item | null): void;
  onError(error: unknown): void;
}

export function Examples({ kb, question, examples, target, task, mark, take, takeClass, onError }: Props) {
  const [classes, setClasses] = useState<ClassItem[]>([]);
  useEffect(() => {
    api.classes(kb).then((page) => setClasses(page.items), onError);
  }, [kb]);
  async function takeExample() {
    try {
      const { positives, negatives } = await api.example(kb);
      const labelled = (items: Item[], label: Label) => items.map((item): Example => ({ ...item, label }));
      take([...labelled(positives, "positive"), ...labelled(negatives, "negative")]);
    } catch (error) {
      onError(error);
    }
  }
  const implied = useImplied(kb, task, onError);
  return (
    <section class="card" aria-labelledby="examples-title">
      <h2 id="examples-title">Examples</h2>
      <p class="hint">Point at individuals that belong to what you have in mind (+), and at some that do not (−).</p>
      {question && examples.length === 0 && !target && (
        <p>
          New here? <button onClick={() => void takeExample()}>Try: {question}</button>
        </p>
      )}
      <Finder kb={kb} classes={classes} examples={examples} mark={mark} onError={onError} />
      <details>
        <summary>Paste a list</summary>
        <Paste kb={kb} mark={mark} onError={onError} />
      </details>
      <details>
        <summary>Take a class against the rest</summary>
        <TakeClass classes={classes} takeClass={takeClass} />
      </details>
      {target ? (
        <>
          <Implied label="positive" title="Positive" group={implied?.groups[0]} what={`The instances of ${target.name}.`} onClear={() => takeClass(null)} />
          <Implied label="negative" title="Negative" group={implied?.groups[1]} what="All other individuals." />
          <p class="hint">{target.name} and the classes below it are not used in the answer.</p>
        </>
      ) : (
        <>
          <Marked examples={examples} label="positive" title="Positive" mark={mark} />
          {implied?.negatives_are_implied ? (
            <Implied label="negative" title="Negative" group={implied.groups[1]} what="None is marked, so the other individuals of the positives’ common class are taken." />
          ) : (
            <Marked examples={examples} label="negative" title="Negative" mark={mark} />
          )}
        </>
      )}
    </section>
  );
}

function Finder({ kb, classes, examples, mark, onError }: Pick<Props, "kb" | "examples" | "mark" | "onError"> & { classes: ClassItem[] }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const [page, setPage] = useState<Individuals>({ total: 0, items: [] });
  useEffect(() => {
    const interest = new AbortController();
    const wait = setTimeout(() => {
      const query = { q: text, limit: 50, ...(chosen ? { class: chosen } : {}) };
      api.individuals(kb, query, interest.signal).then(setPage, (error) => interest.signal.aborted || onError(error));
    }, 120);
    return () => {
      clearTimeout(wait);
      interest.abort();
    };
  }, [kb, text, chosen]);
  const labels = new Map(examples.map(({ iri, label }) => [iri, label]));
  return (
    <>
      <div class="row">
        <label>
          Find individuals
          <input type="search" value={text} placeholder="a part of a name" onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          of class
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">any</option>
            {classes.map((item) => (
              <option key={item.iri} value={item.iri}>
                {item.name} ({item.instances})
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="hint" role="status">
        {page.total === 0 ? "nobody is found" : `${page.total.toLocaleString("en")} found${page.items.length < page.total ? `, the first ${page.items.length} shown` : ""}`}
      </p>
      <ul class="finder" tabIndex={0} aria-label="Individuals that were found">
        {page.items.map((item) => (
          <li key={item.iri} title={item.iri}>
            <span class="name">{item.name}</span>
            <Choice item={item} label={labels.get(item.iri) ?? null} mark={mark} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The two buttons that mark an individual; a second press takes the mark away. */
function Choice({ item, label, mark }: { item: Item; label: Label | null; mark: Props["mark"] }) {
  const button = (which: Label, sign: string) => (
    <button class={`mark ${which}`} aria-pressed={label === which} aria-label={`${item.name} is a ${which} example`} onClick={() => mark([item], label === which ? null : which)}>
      {sign}
    </button>
  );
  return (
    <span class="choice">
      {button("positive", "+")}
      {button("negative", "−")}
    </span>
  );
}

function Marked({ examples, label, title, mark }: { examples: Example[]; label: Label; title: string; mark: Props["mark"] }) {
  const chosen = examples.filter((example) => example.label === label);
  return (
    <div class={`marked ${label}`}>
      <h3>
        {title} <span class="count">{chosen.length}</span>
        {chosen.length > 0 && (
          <button class="quiet" onClick={() => mark(chosen, null)} aria-label={`Clear all ${label} examples`}>
            clear
          </button>
        )}
      </h3>
      <ul>
        {chosen.slice(0, MAX_LISTED).map((example) => (
          <li key={example.iri} title={example.iri}>
            {example.name}
            <button class="quiet" aria-label={`Remove ${example.name}`} onClick={() => mark([example], null)}>
              ×
            </button>
          </li>
        ))}
        {chosen.length > MAX_LISTED && <li>and {chosen.length - MAX_LISTED} more</li>}
      </ul>
    </div>
  );
}

/** The examples as a job would take them, where they are not all listed by hand. */
function useImplied(kb: string, task: Task, onError: Props["onError"]): ExamplesAnswer | null {
  const [answer, setAnswer] = useState<ExamplesAnswer | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (!("target_class" in task) && (task.positives.length === 0 || task.negatives.length > 0)) return;
    const interest = new AbortController();
    api.examples(kb, task, { limit: MAX_LISTED }, interest.signal).then(setAnswer, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, task]);
  return answer;
}

/** Examples that are not marked one by one: their number, and a list that can be opened. */
function Implied({ label, title, group, what, onClear }: { label: Label; title: string; group?: ExampleGroup; what: string; onClear?(): void }) {
  return (
    <div class={`marked ${label}`}>
      <h3>
        {title} <span class="count">{group ? group.total.toLocaleString("en") : "…"}</span>
        {onClear && (
          <button class="quiet" onClick={onClear} aria-label={`Clear all ${label} examples`}>
            clear
          </button>
        )}
      </h3>
      <p class="hint">{what}</p>
      {group && (
        <details>
          <summary>List the {label} examples</summary>
          <ul tabIndex={0} aria-label={`The ${label} examples`}>
            {group.items.map((item) => (
              <li key={item.iri} title={item.iri}>
                {item.name}
              </li>
            ))}
            {group.total > group.items.length && <li>and {(group.total - group.items.length).toLocaleString("en")} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

function Paste({ kb, mark, onError }: Pick<Props, "kb" | "mark" | "onError">) {
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  async function take(label: Label) {
    const names = text.split(/[\n,]/).map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("#"));
    try {
      const { found, unknown } = await api.names(kb, names);
      mark(found, label);
      setText(unknown.map(({ name }) => name).join("\n"));
      setNote(unknown.length === 0 ? `${found.length} marked` : `${found.length} marked; ${unknown.length} unknown: ${unknown[0]!.message}`);
    } catch (error) {
      onError(error);
    }
  }
  return (
    <>
      <label>
        IRIs or names, one a line
        <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="row">
        <button onClick={() => void take("positive")}>Mark as positive</button>
        <button onClick={() => void take("negative")}>Mark as negative</button>
      </div>
      <p class="hint" role="status">{note}</p>
    </>
  );
}

function TakeClass({ classes, takeClass }: Pick<Props, "takeClass"> & { classes: ClassItem[] }) {
  const [chosen, setChosen] = useState("");
  return (
    <div class="row">
      <label>
        Class
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">choose</option>
          {classes.map((item) => (
            <option key={item.iri} value={item.iri}>
              {item.name} ({item.instances})
            </option>
          ))}
        </select>
      </label>
      <button disabled={chosen === ""} onClick={() => takeClass(classes.find(({ iri }) => iri === chosen) ?? null)}>
        Take it
      </button>
    </div>
  );
}
