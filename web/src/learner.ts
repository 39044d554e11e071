// One run: followed live, across interruptions of the server, with its result.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { JobModel, LearnReport, Point } from "./api";
import { api, PAUSES, Refusal } from "./client";
import { follow } from "./events";

export interface Learner {
  job: JobModel | null;
  points: Point[];
  result: LearnReport | null;
  isActive: boolean;
  /** Whether the server cannot be reached; the page tries again by itself. */
  isOffline: boolean;
  /** Whether the server no longer knows the run. */
  isLost: boolean;
  steer(what: "cancel" | "pause" | "resume"): Promise<void>;
}

const ACTIVE = ["queued", "running", "paused"];

/** Whether asking again can help. */
const isPassing = (error: unknown): boolean => !(error instanceof Refusal) || error.status === 0 || error.status >= 500;

const isOver = (job: JobModel): boolean => !ACTIVE.includes(job.state);

/** Follows the run of that number; nothing where there is none. */
export function useLearner(id: number | null, complain: (error: unknown) => void): Learner {
  const [job, setJob] = useState<JobModel | null>(null);
  const [points, setPoints] = useState<Point[]>([]);
  const [result, setResult] = useState<LearnReport | null>(null);
  const [isOffline, setOffline] = useState(false);
  const [isLost, setLost] = useState(false);
  const [owner, setOwner] = useState<number | null>(null);
  const latest = useRef<JobModel | null>(null);

  const watch = useCallback(
    async (id: number, signal: AbortSignal) => {
      const take = async (isFinal: boolean) => {
        const whole = await api.result(id);
        if (signal.aborted) return;
        if (isFinal) setPoints(whole.history);
        setResult(whole);
      };
      let hasResult = false;
      for (let tries = 0; !signal.aborted; tries += 1) {
        try {
          let isFirst = true;
          await follow(id, signal, (event) => {
            tries = 0;
            setOffline(false);
            latest.current = event.job;
            setJob(event.job);
            const isRenewed = isFirst;
            isFirst = false;
            setPoints((known) => (isRenewed ? event.points : [...known, ...event.points]));
            if (event.job.estimating && !hasResult) {
              hasResult = true;
              void take(false).catch(() => (hasResult = false));
            }
          });
          const last = latest.current;
          if (last && last.id === id && isOver(last)) {
            if (last.best && last.state !== "failed") await take(true);
            return;
          }
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof Refusal && error.status === 404) return setLost(true);
          if (!isPassing(error)) return complain(error);
        }
        if (signal.aborted) return;
        setOffline(tries > 0);
        await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]));
      }
    },
    [complain],
  );

  useEffect(() => {
    const interest = new AbortController();
    latest.current = null;
    setOwner(id);
    setJob(null);
    setPoints([]);
    setResult(null);
    setOffline(false);
    setLost(false);
    if (id !== null) void watch(id, interest.signal);
    return () => interest.abort();
  }, [id]);

  const steer = async (what: "cancel" | "pause" | "resume") => {
    if (job) await api.steer(job.id, what);
  };
  // Between two runs, what is known is about the one before.
  if (owner !== id) return { job: null, points: [], result: null, isActive: false, isOffline: false, isLost: false, steer };
  return { job, points, result, isActive: job !== null && !isOver(job), isOffline, isLost, steer };
}
