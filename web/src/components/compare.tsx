// Two answers side by side on the examples of now, and who changes sides.

import { useEffect, useState } from "preact/hooks";
import type { JobModel, JudgeAnswer } from "../api";
import { api, type Task } from "../client";
import { capital, figure, useNaming } from "../names";
import { hasPositives } from "../session";
import type { Notation } from "./notation";
import { MovedList } from "./outcomes";

interface Props {
  kb: string;
  task: Task;
  one: JobModel;
  other: JobModel;
  notation: Notation;
  onExplain(iri: string): void;
  onClose(): void;
  onError(error: unknown): void;
}

export function Compare({ kb, task, one, other, notation, onExplain, onClose, onError }: Props) {
  const naming = useNaming();
  const [answers, setAnswers] = useState<[JudgeAnswer, JudgeAnswer] | null>(null);
  useEffect(() => {
    setAnswers(null);
    if (!hasPositives(task)) return;
    const interest = new AbortController();
    const first = api.judge(kb, task, { concept: one.best!.concept, names: naming }, interest.signal);
    const change = { at: 0, what: "replace" as const, with: other.best!.concept };
    const second = api.judge(kb, task, { concept: one.best!.concept, change, names: naming }, interest.signal);
    Promise.all([first, second]).then(setAnswers, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, task, one.id, other.id, naming]);
  return (
    <section class="card compare" aria-label="Comparison">
      <div class="title">
        <h2>Compared</h2>
        <button class="quiet" onClick={onClose}>
          close
        </button>
      </div>
      {!hasPositives(task) ? <p class="notice">Mark a positive example to compare them by.</p> : !answers && <p class="hint">Reading…</p>}
      {answers && (
        <>
          <div class="sides">
            <Side letter="A" name={one.name} answer={answers[0]} notation={notation} />
            <Side letter="B" name={other.name} answer={answers[1]} notation={notation} />
          </div>
          <Moves answer={answers[1]} onExplain={onExplain} />
        </>
      )}
    </section>
  );
}

function Side({ letter, name, answer, notation }: { letter: string; name: string; answer: JudgeAnswer; notation: Notation }) {
  const { tp, fn, fp, tn, accuracy } = answer.train;
  return (
    <div>
      <h3>
        {letter} {name}
      </h3>
      <p>{capital(answer.sentence)}</p>
      {notation !== "text" && <code>{answer.shown}</code>}
      <p class="hint">
        + {tp} of {tp + fn}, − {fp} of {fp + tn}; accuracy {accuracy.toFixed(3)}; length {answer.length}; covers {figure(answer.covered)}
      </p>
    </div>
  );
}

/** Who is covered by one of the two alone; the second one is judged as a change of the first. */
function Moves({ answer: { gained, lost }, onExplain }: { answer: JudgeAnswer; onExplain(iri: string): void }) {
  if (!gained || !lost) return null;
  if (gained.total + lost.total === 0) return <p class="notice">They cover the same individuals.</p>;
  return (
    <div class="sides">
      {lost.total > 0 && <MovedList title="Only A has" moved={lost} onExplain={onExplain} />}
      {gained.total > 0 && <MovedList title="Only B has" moved={gained} onExplain={onExplain} />}
    </div>
  );
}
