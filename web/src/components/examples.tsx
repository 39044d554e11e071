// Which individuals are examples, and of what.

import { useEffect, useState } from "preact/hooks";
import { api, type ClassItem, type Item, type Page } from "../api";
import type { Example, Label } from "../link";

/** How many examples of each kind "a class against the rest" takes at most. */
const MAX_TAKEN = 1000;

interface Props {
  kb: string;
  /** What the example problem asks, where there is one. */
  question: string | null;
  examples: Example[];
  mark(items: Item[], label: Label | null): void;
  /** Classes that would give the answer away. */
  ignored: Item[];
  onIgnore(classes: Item[]): void;
  onError(error: unknown): void;
}

export function Examples({ kb, question, examples, mark, ignored, onIgnore, onError }: Props) {
  const [classes, setClasses] = useState<ClassItem[]>([]);
  useEffect(() => {
    api.classes(kb).then((page) => setClasses(page.items), onError);
  }, [kb]);
  async function takeExample() {
    try {
      const { positives, negatives } = await api.example(kb);
      mark(positives, "positive");
      mark(negatives, "negative");
    } catch (error) {
      onError(error);
    }
  }
  return (
    <section class="card" aria-labelledby="examples-title">
      <h2 id="examples-title">Examples</h2>
      <p class="hint">Point at individuals that belong to what you have in mind (+), and at some that do not (−).</p>
      {question && examples.length === 0 && (
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
        <TakeClass kb={kb} classes={classes} mark={mark} onIgnore={onIgnore} onError={onError} />
      </details>
      <Marked examples={examples} label="positive" title="Positive" mark={mark} />
      <Marked examples={examples} label="negative" title="Negative" mark={mark} />
      {ignored.length > 0 && (
        <div class="marked">
          <h3>Not to be used in the answer</h3>
          <ul>
            {ignored.map((item) => (
              <li key={item.iri} title={item.iri}>
                {item.name}
                <button class="quiet" aria-label={`Allow ${item.name}`} onClick={() => onIgnore(ignored.filter(({ iri }) => iri !== item.iri))}>
                  ×
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="hint">Without negatives, the other individuals of the positives’ common class are taken.</p>
    </section>
  );
}

function Finder({ kb, classes, examples, mark, onError }: Pick<Props, "kb" | "examples" | "mark" | "onError"> & { classes: ClassItem[] }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const [page, setPage] = useState<Page<Item>>({ total: 0, items: [] });
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
        {chosen.slice(0, 200).map((example) => (
          <li key={example.iri} title={example.iri}>
            {example.name}
            <button class="quiet" aria-label={`Remove ${example.name}`} onClick={() => mark([example], null)}>
              ×
            </button>
          </li>
        ))}
        {chosen.length > 200 && <li>and {chosen.length - 200} more</li>}
      </ul>
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

function TakeClass({ kb, classes, mark, onIgnore, onError }: Pick<Props, "kb" | "mark" | "onIgnore" | "onError"> & { classes: ClassItem[] }) {
  const [chosen, setChosen] = useState("");
  const [note, setNote] = useState("");
  async function take() {
    try {
      const members = await api.individuals(kb, { class: chosen, limit: MAX_TAKEN });
      const everybody = await api.individuals(kb, { limit: MAX_TAKEN });
      const inside = new Set(members.items.map(({ iri }) => iri));
      const rest = everybody.items.filter(({ iri }) => !inside.has(iri));
      mark(members.items, "positive");
      mark(rest, "negative");
      onIgnore(classes.filter(({ iri }) => iri === chosen));
      const isAll = members.total <= MAX_TAKEN && everybody.total <= MAX_TAKEN;
      setNote(`${members.items.length} positive, ${rest.length} negative${isAll ? "" : `, of the first ${MAX_TAKEN}`}`);
    } catch (error) {
      onError(error);
    }
  }
  return (
    <>
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
        <button disabled={chosen === ""} onClick={() => void take()}>
          Take it
        </button>
      </div>
      <p class="hint" role="status">{note}</p>
    </>
  );
}
