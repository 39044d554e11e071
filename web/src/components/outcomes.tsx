// The examples by how the answer, or one of its parts, does on them.

import { useEffect, useState } from "preact/hooks";
import type { ExamplesAnswer, Item, Label, Moved, WorldModel } from "../api";
import { api, type Task } from "../client";
import { figure, nameOf, useNaming } from "../names";
import { hasPositives } from "../session";

interface Props {
  kb: string;
  /** The answer, or what a part says about the examples. */
  concept: string;
  /** The name of the part, where it is one. */
  part: string | null;
  task: Task;
  explained: string | null;
  gained: Moved | null;
  lost: Moved | null;
  onExplain(iri: string): void;
  onWhole(): void;
  mark(items: Item[], label: Label | null): void;
  onError(error: unknown): void;
}

/** In the order in which the server lists them. */
const WHOLE = [
  { title: "True positives", what: "positive and covered", isRight: true },
  { title: "False negatives", what: "positive but missed", isRight: false },
  { title: "False positives", what: "negative but covered", isRight: false },
  { title: "True negatives", what: "negative and spared", isRight: true },
] as const;

const OF_PART = [
  { title: "Positives that satisfy it", what: "", isRight: true },
  { title: "Positives that do not", what: "", isRight: false },
  { title: "Negatives that satisfy it", what: "", isRight: false },
  { title: "Negatives that do not", what: "", isRight: true },
] as const;

/** How many examples of a group are listed, at first and on demand. */
const FEW = 60;
const MANY = 1000;

/** Wrong ones first: these are what people look for. */
const ORDER = [1, 2, 0, 3];

export function Outcomes({ kb, concept, part, task, explained, gained, lost, onExplain, onWhole, mark, onError }: Props) {
  const naming = useNaming();
  const [answer, setAnswer] = useState<ExamplesAnswer | null>(null);
  const [limit, setLimit] = useState(FEW);
  useEffect(() => {
    // All positives may be flipped; then there is no task until one is marked.
    if (!hasPositives(task)) return;
    const interest = new AbortController();
    api.examples(kb, task, { concept, limit }, interest.signal).then(setAnswer, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, concept, task, limit]);
  const [world, setWorld] = useState<WorldModel | null>(null);
  useEffect(() => {
    setWorld(null);
    // A part has no verdicts of its own: they are asked of the whole answer.
    if (!hasPositives(task) || part !== null) return;
    const interest = new AbortController();
    // Without axioms, or where they contradict each other, there is nothing to say.
    api.world(kb, task, concept, interest.signal).then(setWorld, () => {});
    return () => interest.abort();
  }, [kb, concept, task, part]);
  if (!answer) return <p class="hint">Reading…</p>;

  function flip(item: Item, label: Label) {
    // Where negatives are implied, an individual that is not positive is one of them already.
    if (label === "negative") mark([item], "positive");
    else mark([item], answer!.negatives_are_implied ? null : "negative");
  }
  // What a class says is not for this page to change.
  const canFlip = !("target_class" in task);
  const titles = part === null ? WHOLE : OF_PART;
  return (
    <div class="stack">
      {part === null ? (
        <p class="hint">Choose one to see why it is in or out.{canFlip && " If its label is wrong, flip it and learn again."}</p>
      ) : (
        <p class="notice">
          By the part “{part}” alone.{" "}
          <button class="quiet" onClick={onWhole}>
            by the whole answer
          </button>
        </p>
      )}
      {gained && lost && <Changed gained={gained} lost={lost} onExplain={onExplain} />}
      <div class="groups">
        {ORDER.map((index) => {
          const group = answer.groups[index]!;
          const { title, what, isRight } = titles[index]!;
          const nLeft = group.total - group.items.length;
          return (
            <div key={title} class={`${isRight ? "right" : "wrong"} ${group.total === 0 ? "none" : ""}`}>
              <h3>
                {title} <span class="count">{figure(group.total)}</span>
              </h3>
              {what && <p class="hint">{what}</p>}
              <ul>
                {group.items.map((item) => (
                  <li key={item.iri}>
                    <button class="link" title={item.iri} aria-pressed={explained === item.iri} onClick={() => onExplain(item.iri)}>
                      {nameOf(item, naming)}
                    </button>
                    {canFlip && (
                      <button class="quiet" aria-label={`Flip the label of ${nameOf(item, naming)}`} onClick={() => flip(item, group.label)}>
                        flip
                      </button>
                    )}
                  </li>
                ))}
                {nLeft > 0 && (
                  <li>
                    and {figure(nLeft)} more{" "}
                    {limit < MANY && (
                      <button class="quiet" aria-label={`Show more ${title.toLowerCase()}`} onClick={() => setLimit(MANY)}>
                        show
                      </button>
                    )}
                  </li>
                )}
              </ul>
            </div>
          );
        })}
      </div>
      {world && <World world={world} />}
    </div>
  );
}

/** What the axioms say of the examples under OWL's own semantics. */
function World({ world: { entailed, excluded, unknown, not_decided } }: { world: WorldModel }) {
  return (
    <p class="world hint">
      In an open world {figure(entailed)} {entailed === 1 ? "example is" : "examples are"} entailed, {figure(excluded)} excluded, {figure(unknown)} unknown
      {not_decided > 0 && `, ${figure(not_decided)} not decided`}.
      {unknown > 0 && ` This answer relies on ${figure(unknown)} ${unknown === 1 ? "example" : "examples"} for whom nothing is stated.`}
    </p>
  );
}

/** Whom the last change by hand lets in and leaves out. */
function Changed({ gained, lost, onExplain }: { gained: Moved; lost: Moved; onExplain(iri: string): void }) {
  if (gained.total + lost.total === 0) return <p class="notice">The change moves no individual.</p>;
  return (
    <div class="changed" role="status">
      <MovedList title="Gained by the change" moved={gained} onExplain={onExplain} />
      <MovedList title="Lost by the change" moved={lost} onExplain={onExplain} />
    </div>
  );
}

/** Individuals that change sides, with their labels. */
export function MovedList({ title, moved, onExplain }: { title: string; moved: Moved; onExplain(iri: string): void }) {
  const naming = useNaming();
  return (
    <div>
      <h3>
        {title} <span class="count">{figure(moved.total)}</span>
      </h3>
      <ul class="chips">
        {moved.items.slice(0, 30).map((item) => (
          <li key={item.iri} class={item.known ?? ""}>
            <button class="plain name" title={item.iri} onClick={() => onExplain(item.iri)}>
              {item.known === "positive" ? "+ " : item.known === "negative" ? "− " : ""}
              {nameOf(item, naming)}
            </button>
          </li>
        ))}
        {moved.total > 30 && <li>and {figure(moved.total - Math.min(30, moved.items.length))} more</li>}
      </ul>
    </div>
  );
}
