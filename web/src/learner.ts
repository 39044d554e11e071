// One run at a time: started, followed, steered, and its result.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { JobModel, LearnReport, LearnRequest, Point } from "./api";
import { api } from "./client";
import { follow } from "./events";

export interface Learner {
  job: JobModel | null;
  points: Point[];
  result: LearnReport | null;
  isActive: boolean;
  start(request: LearnRequest): Promise<void>;
  steer(what: "cancel" | "pause" | "resume"): Promise<void>;
  /** Takes up a job that is known already. */
  open(id: number): Promise<void>;
  forget(): void;
}

const ACTIVE = ["queued", "running", "paused"];

export function useLearner(complain: (error: unknown) => void): Learner {
  const [job, setJob] = useState<JobModel | null>(null);
  const [points, setPoints] = useState<Point[]>([]);
  const [result, setResult] = useState<LearnReport | null>(null);
  const interest = useRef(new AbortController());
  useEffect(() => () => interest.current.abort(), []);

  const watch = useCallback(
    async (first: JobModel) => {
      interest.current.abort();
      const { signal } = (interest.current = new AbortController());
      setJob(first);
      setPoints([]);
      setResult(null);
      let latest = first;
      try {
        await follow(first.id, signal, (event) => {
          latest = event.job;
          setJob(event.job);
          setPoints((known) => [...known, ...event.points]);
        });
        const hasResult = latest.state === "done" || latest.state === "cancelled";
        if (hasResult && latest.best) {
          const whole = await api.result(first.id);
          if (signal.aborted) return;
          setPoints(whole.history);
          setResult(whole);
        }
      } catch (error) {
        if (!signal.aborted) complain(error);
      }
    },
    [complain],
  );

  return {
    job,
    points,
    result,
    isActive: job !== null && ACTIVE.includes(job.state),
    async start(request) {
      void watch(await api.start(request));
    },
    async steer(what) {
      if (job) await api.steer(job.id, what);
    },
    async open(id) {
      void watch(await api.job(id));
    },
    forget() {
      interest.current.abort();
      setJob(null);
      setPoints([]);
      setResult(null);
    },
  };
}
