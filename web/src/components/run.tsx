// Start, pause, stop, and what is seen meanwhile.

import { useMemo } from "preact/hooks";
import type { Learner } from "../learner";
import { answers, coverage, measureOf } from "../measure";
import { effort, hasCurve, position, unitOf } from "../steps";
import { Plot } from "./plot";

interface Props {
  learner: Learner;
  /** Why nothing can be learned, if nothing can. */
  obstacle: string | null;
  learn(): void;
  onError(error: unknown): void;
}

const WORDS = {
  queued: "Waiting for its turn",
  running: "Learning",
  paused: "Paused",
  done: "Done",
  cancelled: "Stopped",
  failed: "Failed",
};

export function Run({ learner, obstacle, learn, onError }: Props) {
  const { job, points, result, isActive } = learner;
  const steer = (what: "cancel" | "pause" | "resume") => void learner.steer(what).catch(onError);
  const curve = useMemo(() => points.map(({ generation, quality }): [number, number] => [generation, quality]), [points]);
  const unit = result ? unitOf(result) : job?.progress?.unit;
  const progress = job?.progress?.front;
  const steps = useMemo(() => {
    const front: { length: number; quality: number }[] = result ? answers(result) : (progress ?? []);
    return front.map(({ length, quality }): [number, number] => [length, quality]).sort((a, b) => a[0] - b[0]);
  }, [result, progress]);
  const best = result ? { concept: result.best.concept.dl, quality: result.best.quality, length: result.best.length } : job?.best;
  return (
    <section class="card" aria-labelledby="run-title">
      <h2 id="run-title">Learn</h2>
      <div class="row">
        {isActive ? (
          <>
            {job!.state === "paused" ? <button class="primary" onClick={() => steer("resume")}>Go on</button> : <button onClick={() => steer("pause")}>Pause</button>}
            <button onClick={() => steer("cancel")}>Stop</button>
          </>
        ) : (
          <button class="primary" disabled={obstacle !== null} onClick={learn}>
            {job ? "Learn again" : "Learn"}
          </button>
        )}
        <p role="status" class="state">
          {job ? summary(learner) : (obstacle ?? "Ready.")}
        </p>
      </div>
      {job && !isActive && obstacle && <p class="hint">{obstacle}</p>}
      {job?.progress && isActive && <progress max={job.progress.generations ?? undefined} value={job.progress.generation} aria-label="Progress" />}
      {job?.notices.map((notice) => <p class="hint" key={notice}>{notice}</p>)}
      {job?.error && <p class="alert">{job.error}</p>}
      {best && (
        <p class="best" aria-live="polite">
          <code>{best.concept}</code>
          <span>
            quality {best.quality.toFixed(3)}
            {result && ` (${measureOf(result)})`}, length {best.length}
            {result && `; ${coverage(result.best)}`}
          </span>
        </p>
      )}
      {result && result.best.train.tp === 0 && <p class="alert">It covers no positive example: nothing was learned.</p>}
      {job && (
        <div class="plots">
          {hasCurve(unit) && <Plot key={unit} title={`Quality over ${unit}s`} x={unit} y="quality" pairs={curve} />}
          <Plot title="The front: quality against length" x="length" y="quality" pairs={steps} isStepped />
        </div>
      )}
    </section>
  );
}

function summary({ job, result }: Learner): string {
  const word = WORDS[job!.state];
  if (result) return `${word}: ${effort(result)}.`;
  const progress = job!.progress;
  return progress ? `${word}: ${position(progress)}.` : `${word}.`;
}
