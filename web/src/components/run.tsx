// Start, pause, stop, and how far a run is.

import type { Learner } from "../learner";
import { effort, position } from "../steps";
import { Icon } from "./icon";

interface Props {
  learner: Learner;
  /** Why nothing can be learned, if nothing can. */
  obstacle: string | null;
  /** Whether the examples or settings are others than those of the run. */
  isStale: boolean;
  learn(): void;
  onError(error: unknown): void;
}

export const WORDS = {
  queued: "Waiting for its turn",
  running: "Learning",
  paused: "Paused",
  done: "Done",
  cancelled: "Stopped",
  failed: "Failed",
};

export function Run({ learner, obstacle, isStale, learn, onError }: Props) {
  const { job, isActive, isOffline, isLost } = learner;
  return (
    <div class="run">
      <div class="row">
        {isActive && !job!.estimating ? (
          <Steer learner={learner} onError={onError} />
        ) : (
          <button id="learn" class={job && !isStale ? "" : "primary"} disabled={obstacle !== null} onClick={learn}>
            <Icon name="play" /> {job || isLost ? "Learn again" : "Learn"}
          </button>
        )}
        <p role="status" class="state">
          {isOffline ? "The server cannot be reached; trying again…" : isLost ? "The server no longer knows this run; learn again." : job ? summary(learner) : (obstacle ?? "Ready.")}
        </p>
      </div>
      {!job && !isLost && !obstacle && <p class="hint">Learning looks for the shortest description that tells the positive examples from the negative ones.</p>}
      {job && !isActive && obstacle && <p class="hint">{obstacle}</p>}
      {job && isStale && !obstacle && <p class="hint stale">The examples or settings have changed since; learn again to use them.</p>}
      {job?.progress && isActive && !job.estimating && <progress max={job.progress.generations ?? undefined} value={job.progress.generation} aria-label="Progress" />}
      {job?.error && <p class="alert">{job.error}</p>}
    </div>
  );
}

/** Pauses a run that is not over, lets it go on, and stops it. */
export function Steer({ learner, onError }: { learner: Learner; onError(error: unknown): void }) {
  const steer = (what: "cancel" | "pause" | "resume") => void learner.steer(what).catch(onError);
  return (
    <>
      {learner.job?.state === "paused" ? (
        <button class="primary" onClick={() => steer("resume")}>
          <Icon name="play" /> Go on
        </button>
      ) : (
        <button onClick={() => steer("pause")}>
          <Icon name="pause" /> Pause
        </button>
      )}
      <button onClick={() => steer("cancel")}>
        <Icon name="stop" /> Stop
      </button>
    </>
  );
}

function summary({ job, result }: Learner): string {
  // That it is being estimated is said where the figure will be.
  if (job!.estimating) return `Done${result ? `: ${effort(result)}` : ""}.`;
  const word = WORDS[job!.state];
  if (result) return `${word}: ${effort(result)}.`;
  const progress = job!.progress;
  return progress ? `${word}: ${position(progress)}.` : `${word}.`;
}
