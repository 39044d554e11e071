// The examples by how the concept does on them.

import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { Example } from "../link";

interface Props {
  kb: string;
  concept: string;
  examples: Example[];
  explained: string | null;
  onExplain(iri: string): void;
  flip(example: Example): void;
  learnAgain(): void;
  onError(error: unknown): void;
}

const GROUPS = [
  { title: "True positives", what: "positive and covered", label: "positive", isIn: true, isRight: true },
  { title: "False negatives", what: "positive but missed", label: "positive", isIn: false, isRight: false },
  { title: "False positives", what: "negative but covered", label: "negative", isIn: true, isRight: false },
  { title: "True negatives", what: "negative and spared", label: "negative", isIn: false, isRight: true },
] as const;

export function Verdicts({ kb, concept, examples, explained, onExplain, flip, learnAgain, onError }: Props) {
  const [covered, setCovered] = useState<Set<string>>(new Set());
  const [flipped, setFlipped] = useState(0);
  const names = examples.map(({ iri }) => iri);
  useEffect(() => {
    let isCurrent = true;
    if (names.length > 0) api.retrieve(kb, concept, names).then(({ individuals }) => isCurrent && setCovered(new Set(individuals)), onError);
    return () => void (isCurrent = false);
  }, [kb, concept, names.join(" ")]);
  return (
    <section class="card" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">The examples</h2>
      <p class="hint">Choose one to see why it is in or out. If its label is wrong, flip it and learn again.</p>
      <div class="groups">
        {GROUPS.map((group) => {
          const members = examples.filter(({ iri, label }) => label === group.label && covered.has(iri) === group.isIn);
          return (
            <div key={group.title} class={group.isRight ? "right" : "wrong"}>
              <h3>
                {group.title} <span class="count">{members.length}</span>
              </h3>
              <p class="hint">{group.what}</p>
              <ul>
                {members.slice(0, 100).map((example) => (
                  <li key={example.iri}>
                    <button class="link" aria-pressed={explained === example.iri} onClick={() => onExplain(example.iri)}>
                      {example.name}
                    </button>
                    <button class="quiet" aria-label={`Flip the label of ${example.name}`} onClick={() => (flip(example), setFlipped(flipped + 1))}>
                      flip
                    </button>
                  </li>
                ))}
                {members.length > 100 && <li>and {members.length - 100} more</li>}
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
