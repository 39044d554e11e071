// The examples by how the concept does on them.

import { useEffect, useState } from "preact/hooks";
import type { ExamplesAnswer, Item, Label } from "../api";
import { api, type Task } from "../client";

interface Props {
  kb: string;
  concept: string;
  task: Task;
  explained: string | null;
  onExplain(iri: string): void;
  mark(items: Item[], label: Label | null): void;
  learnAgain(): void;
  onError(error: unknown): void;
}

/** In the order in which the server lists them. */
const GROUPS = [
  { title: "True positives", what: "positive and covered", isRight: true },
  { title: "False negatives", what: "positive but missed", isRight: false },
  { title: "False positives", what: "negative but covered", isRight: false },
  { title: "True negatives", what: "negative and spared", isRight: true },
] as const;

/** How many examples of a group are listed, at first and on demand. */
const FEW = 100;
const MANY = 1000;

export function Verdicts({ kb, concept, task, explained, onExplain, mark, learnAgain, onError }: Props) {
  const [answer, setAnswer] = useState<ExamplesAnswer | null>(null);
  const [limit, setLimit] = useState(FEW);
  const [flipped, setFlipped] = useState(0);
  useEffect(() => {
    // All positives may be flipped; then there is no task until one is marked.
    if ("positives" in task && task.positives.length === 0) return;
    const interest = new AbortController();
    api.examples(kb, task, { concept, limit }, interest.signal).then(setAnswer, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, concept, task, limit]);
  if (!answer) return null;

  function flip(item: Item, label: Label) {
    // Where negatives are implied, an individual that is not positive is one of them already.
    if (label === "negative") mark([item], "positive");
    else mark([item], answer!.negatives_are_implied ? null : "negative");
    setFlipped(flipped + 1);
  }
  // What a class says is not for this page to change.
  const canFlip = !("target_class" in task);
  return (
    <section class="card" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">The examples</h2>
      <p class="hint">Choose one to see why it is in or out.{canFlip && " If its label is wrong, flip it and learn again."}</p>
      <div class="groups">
        {answer.groups.map((group, index) => {
          const { title, what, isRight } = GROUPS[index]!;
          const nLeft = group.total - group.items.length;
          return (
            <div key={title} class={isRight ? "right" : "wrong"}>
              <h3>
                {title} <span class="count">{group.total.toLocaleString("en")}</span>
              </h3>
              <p class="hint">{what}</p>
              <ul>
                {group.items.map((item) => (
                  <li key={item.iri}>
                    <button class="link" aria-pressed={explained === item.iri} onClick={() => onExplain(item.iri)}>
                      {item.name}
                    </button>
                    {canFlip && (
                      <button class="quiet" aria-label={`Flip the label of ${item.name}`} onClick={() => flip(item, group.label)}>
                        flip
                      </button>
                    )}
                  </li>
                ))}
                {nLeft > 0 && (
                  <li>
                    and {nLeft.toLocaleString("en")} more{" "}
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
      {flipped > 0 && (
        <button class="primary" onClick={learnAgain}>
          Learn again with {flipped === 1 ? "the flipped label" : "the flipped labels"}
        </button>
      )}
    </section>
  );
}
