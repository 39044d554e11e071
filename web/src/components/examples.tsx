// Which individuals are examples, and of what.

import { useEffect, useState } from "preact/hooks";
import type { ClassItem, ExampleGroup, ExamplesAnswer, Item, Label } from "../api";
import { api, type Task } from "../client";
import type { Example } from "../link";
import { figure, nameOf, useNaming } from "../names";
import { hasPositives } from "../session";
import { Combobox } from "./combobox";
import { Paste } from "./paste";
import { Tabs } from "./tabs";
import { VirtualList } from "./virtual";

/** How many examples of each kind are listed. */
const MAX_LISTED = 200;

interface Props {
  kb: string;
  examples: Example[];
  /** The class whose instances are the positives, where these are not listed. */
  target: Item | null;
  task: Task;
  mark(items: Item[], label: Label | null): void;
  /** Replaces all examples by a class against the rest. */
  takeClass(item: Item | null): void;
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

const WAYS = [
  ["find", "Find"],
  ["paste", "Paste"],
  ["class", "By class"],
] as const;

export function Examples({ kb, examples, target, task, mark, takeClass, onExplain, onError }: Props) {
  const naming = useNaming();
  const [way, setWay] = useState<(typeof WAYS)[number][0]>("find");
  const implied = useImplied(kb, task, onError);
  return (
    <section class="card" aria-labelledby="examples-title">
      <h2 id="examples-title" tabIndex={-1}>
        Examples
      </h2>
      <p class="hint">Point at individuals that belong to what you have in mind (+), and at some that do not (−).</p>
      <Tabs name="ways" label="Ways to choose examples" tabs={WAYS} chosen={way} onChoose={(way) => setWay(way)} />
      <div role="tabpanel" id="ways-panel" aria-labelledby={`ways-${way}`}>
        {way === "find" && <Finder kb={kb} examples={examples} mark={mark} onExplain={onExplain} onError={onError} />}
        {way === "paste" && <Paste kb={kb} examples={examples} mark={mark} onError={onError} />}
        {way === "class" && <TakeClass kb={kb} target={target} takeClass={takeClass} />}
      </div>
      {target ? (
        <>
          <Implied label="positive" title="Positive" group={implied?.groups[0]} what={`The instances of ${nameOf(target, naming)}.`} onClear={() => takeClass(null)} />
          <Implied label="negative" title="Negative" group={implied?.groups[1]} what="All other individuals." />
          <p class="hint">{nameOf(target, naming)} and the classes below it are not used in the answer.</p>
        </>
      ) : (
        <>
          <Marked examples={examples} label="positive" title="Positive" mark={mark} onExplain={onExplain} />
          {implied?.negatives_are_implied ? (
            <Implied label="negative" title="Negative" group={implied.groups[1]} what="None is marked, so the other individuals of the positives’ common class are taken." />
          ) : (
            <Marked examples={examples} label="negative" title="Negative" mark={mark} onExplain={onExplain} />
          )}
        </>
      )}
    </section>
  );
}

function Finder({ kb, examples, mark, onExplain, onError }: Pick<Props, "kb" | "examples" | "mark" | "onExplain" | "onError">) {
  const naming = useNaming();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Item | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => setChosen(null), [kb]);
  const labels = new Map(examples.map(({ iri, label }) => [iri, label]));
  return (
    <div class="stack">
      <label>
        Find individuals
        <input type="search" value={text} placeholder="name, synonym or identifier" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Combobox<ClassItem>
        label="of class"
        placeholder="any"
        find={async (text, signal) => (await api.classes(kb, text, signal)).items}
        about={({ instances }) => figure(instances)}
        onTake={setChosen}
        chosen={chosen}
        onClear={() => setChosen(null)}
      />
      <p class="hint" role="status">
        {total === null ? "Reading…" : total === 0 ? "No individual is found." : `${figure(total)} found`}
      </p>
      <VirtualList<Item>
        label="Individuals that were found"
        query={JSON.stringify([kb, text, chosen?.iri])}
        load={(offset, limit, signal) => api.individuals(kb, { q: text, offset, limit, ...(chosen ? { class: chosen.iri } : {}) }, signal)}
        keyOf={({ iri }) => iri}
        onTotal={setTotal}
        onError={onError}
        row={(item) => (
          <>
            <button class="name link" title={item.iri} onClick={() => onExplain(item.iri)}>
              {nameOf(item, naming)}
            </button>
            <Choice item={item} label={labels.get(item.iri) ?? null} mark={mark} />
          </>
        )}
      />
    </div>
  );
}

/** The two buttons that mark an individual; a second press takes the mark away. */
export function Choice({ item, label, mark }: { item: Item; label: Label | null; mark: Props["mark"] }) {
  const naming = useNaming();
  const button = (which: Label, sign: string) => (
    <button class={`mark ${which}`} aria-pressed={label === which} aria-label={`${nameOf(item, naming)} is a ${which} example`} onClick={() => mark([item], label === which ? null : which)}>
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

function Marked({ examples, label, title, mark, onExplain }: { examples: Example[]; label: Label; title: string; mark: Props["mark"]; onExplain(iri: string): void }) {
  const naming = useNaming();
  const chosen = examples.filter((example) => example.label === label);
  return (
    <div class={`marked ${label}`}>
      <h3>
        {title} <span class="count">{figure(chosen.length)}</span>
        {chosen.length > 0 && (
          <button class="quiet" onClick={() => mark(chosen, null)} aria-label={`Clear all ${label} examples`}>
            clear
          </button>
        )}
      </h3>
      {chosen.length === 0 && <p class="hint">{label === "positive" ? "None yet: at least one is needed." : "None yet; more than a few make the answer sharper."}</p>}
      <ul>
        {chosen.slice(0, MAX_LISTED).map((example) => (
          <li key={example.iri} title={example.iri}>
            <button class="plain name" onClick={() => onExplain(example.iri)}>
              {nameOf(example, naming)}
            </button>
            <button class="quiet" aria-label={`Remove ${nameOf(example, naming)}`} onClick={() => mark([example], null)}>
              ×
            </button>
          </li>
        ))}
        {chosen.length > MAX_LISTED && <li>and {figure(chosen.length - MAX_LISTED)} more</li>}
      </ul>
    </div>
  );
}

/** The examples as a job would take them, where they are not all listed by hand. */
function useImplied(kb: string, task: Task, onError: Props["onError"]): ExamplesAnswer | null {
  const [answer, setAnswer] = useState<ExamplesAnswer | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (!hasPositives(task) || ("negatives" in task && task.negatives.length > 0)) return;
    const interest = new AbortController();
    api.examples(kb, task, { limit: MAX_LISTED }, interest.signal).then(setAnswer, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, task]);
  return answer;
}

/** Examples that are not marked one by one: their number, and a list that can be opened. */
function Implied({ label, title, group, what, onClear }: { label: Label; title: string; group?: ExampleGroup; what: string; onClear?(): void }) {
  const naming = useNaming();
  return (
    <div class={`marked ${label}`}>
      <h3>
        {title} <span class="count">{group ? figure(group.total) : "…"}</span>
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
                <span class="name">{nameOf(item, naming)}</span>
              </li>
            ))}
            {group.total > group.items.length && <li>and {figure(group.total - group.items.length)} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

function TakeClass({ kb, target, takeClass }: Pick<Props, "kb" | "target" | "takeClass">) {
  return (
    <div class="stack">
      <p class="hint">The instances of a class are positive, all others negative: a definition of the class is learned.</p>
      <Combobox<ClassItem>
        label="Class"
        placeholder="name of a class"
        find={async (text, signal) => (await api.classes(kb, text, signal)).items}
        about={({ instances }) => figure(instances)}
        chosen={target}
        onTake={({ iri, name }) => takeClass({ iri, name })}
      />
    </div>
  );
}
