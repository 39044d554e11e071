// Earlier runs: names, notes, and two of them side by side.

import { useEffect, useState } from "preact/hooks";
import type { JobModel, JudgeAnswer } from "../api";
import { api, type Task } from "../client";
import { capital, figure, useNaming } from "../names";
import { hasPositives } from "../session";
import { MovedList } from "./outcomes";

interface Props {
  kb: string;
  task: Task;
  /** The run that is shown, and when it last changed. */
  current: JobModel | null;
  onOpen(job: JobModel): void;
  onDuplicate(job: JobModel): void;
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

export function Runs({ kb, task, current, onOpen, onDuplicate, onExplain, onError }: Props) {
  const [jobs, setJobs] = useState<JobModel[] | null>(null);
  const [chosen, setChosen] = useState<number[]>([]);
  const reload = () => api.jobs().then((jobs) => setJobs(jobs.filter((job) => job.knowledge_base === kb && job.about.kind !== "labels")), onError);
  useEffect(() => void reload(), [kb, current?.id, current?.state]);
  // Runs that are under way elsewhere change by themselves.
  const isMoving = jobs?.some((job) => !isOver(job)) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const again = setInterval(() => void reload(), 2000);
    return () => clearInterval(again);
  }, [kb, isMoving]);
  if (!jobs) return <p class="hint">Reading…</p>;
  if (jobs.length === 0) return <p class="hint">Nothing has been learned from this knowledge base yet.</p>;
  const toggle = (id: number) => setChosen((known) => (known.includes(id) ? known.filter((other) => other !== id) : [...known.slice(-1), id]));
  const [one, other] = chosen.map((id) => jobs.find((job) => job.id === id));
  return (
    <div class="stack">
      <p class="hint">{chosen.length < 2 ? "Tick two to compare them." : "Compared below."}</p>
      <ul class="runs" aria-label="Earlier runs">
        {jobs.map((job) => (
          <li key={job.id} class={job.id === current?.id ? "chosen" : ""}>
            <RunRow
              job={job}
              isCurrent={job.id === current?.id}
              isChosen={chosen.includes(job.id)}
              onToggle={() => toggle(job.id)}
              onOpen={() => onOpen(job)}
              onDuplicate={() => onDuplicate(job)}
              onRename={(name, note) => void api.rename(job.id, name, note).then(reload, onError)}
              onDelete={() => void remove(job).then(() => (setChosen(chosen.filter((id) => id !== job.id)), reload()), onError)}
            />
          </li>
        ))}
      </ul>
      {one?.best && other?.best && <Compare kb={kb} task={task} one={one} other={other} onExplain={onExplain} onError={onError} />}
    </div>
  );
}

interface RowProps {
  job: JobModel;
  isCurrent: boolean;
  isChosen: boolean;
  onToggle(): void;
  onOpen(): void;
  onDuplicate(): void;
  onRename(name: string, note: string): void;
  onDelete(): void;
}

const isOver = (job: JobModel): boolean => !["queued", "running", "paused"].includes(job.state);

/** Forgets a run; what is being found out about its answer is not waited for. */
async function remove(job: JobModel): Promise<void> {
  if (job.estimating) await api.steer(job.id, "cancel").catch(() => undefined);
  await api.forget(job.id);
}

const isEnrichment = (job: JobModel): boolean => job.about.kind === "enrich";

const titleOf = (job: JobModel): string => job.name || (isEnrichment(job) ? "Suggested definitions" : capital(job.best?.sentence ?? "")) || `Run ${job.id}`;

function RunRow({ job, isCurrent, isChosen, onToggle, onOpen, onDuplicate, onRename, onDelete }: RowProps) {
  const [isEditing, setEditing] = useState(false);
  const [name, setName] = useState(job.name);
  const [note, setNote] = useState(job.note);
  const title = titleOf(job);
  const { positives, negatives, target_class } = job.about;
  return (
    <>
      <div class="line">
        <label class="check">
          <input type="checkbox" checked={isChosen} disabled={!job.best} onChange={onToggle} />
          <span class="unseen">Compare {title}</span>
        </label>
        <button class="link name" aria-pressed={isCurrent} onClick={onOpen}>
          {title}
        </button>
        {job.best && <span class="count">{job.best.quality.toFixed(3)}</span>}
      </div>
      <p class="hint">
        {job.name && job.best ? `${job.best.sentence} · ` : ""}
        {target_class ? `class ${target_class}` : isEnrichment(job) ? "all classes" : `${figure(positives)} + / ${figure(negatives)} −`} · {job.state === "done" ? "" : job.estimating ? "" : `${job.state} · `}
        {new Date(job.created).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}
        {job.note && ` · ${job.note}`}
      </p>
      {isEditing ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            setEditing(false);
            onRename(name, note);
          }}
        >
          <label>
            Name
            <input type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <label>
            Note
            <input type="text" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
          </label>
          <button class="primary">Keep</button>
        </form>
      ) : (
        <p class="actions">
          <button class="quiet" aria-label={`Name ${title}`} onClick={() => setEditing(true)}>
            name
          </button>
          {!isEnrichment(job) && (
            <button class="quiet" aria-label={`Duplicate ${title}`} onClick={onDuplicate}>
              duplicate
            </button>
          )}
          {(isOver(job) || job.estimating) && !isCurrent && (
            <button class="quiet" aria-label={`Delete ${title}`} onClick={onDelete}>
              delete
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** Two answers side by side on the examples of now, and who changes sides. */
function Compare({ kb, task, one, other, onExplain, onError }: { kb: string; task: Task; one: JobModel; other: JobModel; onExplain(iri: string): void; onError(error: unknown): void }) {
  const naming = useNaming();
  const [answers, setAnswers] = useState<[JudgeAnswer, JudgeAnswer] | null>(null);
  useEffect(() => {
    if (!hasPositives(task)) return setAnswers(null);
    const interest = new AbortController();
    const first = api.judge(kb, task, { concept: one.best!.concept, names: naming }, interest.signal);
    const change = { at: 0, what: "replace" as const, with: other.best!.concept };
    const second = api.judge(kb, task, { concept: one.best!.concept, change, names: naming }, interest.signal);
    Promise.all([first, second]).then(setAnswers, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [kb, task, one.id, other.id, naming]);
  if (!hasPositives(task)) return <p class="notice">Mark a positive example to compare them by.</p>;
  if (!answers) return <p class="hint">Reading…</p>;
  const [first, second] = answers;
  return (
    <section class="compare" aria-label="Comparison">
      <div class="sides">
        {[first, second].map((side, index) => (
          <div key={index}>
            <h3>
              {index === 0 ? "A" : "B"} {(index === 0 ? one : other).name}
            </h3>
            <p>{capital(side.sentence)}</p>
            <code>{side.shown}</code>
            <p class="hint">
              + {side.train.tp} of {side.train.tp + side.train.fn}, − {side.train.fp} of {side.train.fp + side.train.tn}; accuracy {side.train.accuracy.toFixed(3)}; length {side.length}; covers {figure(side.covered)}
            </p>
          </div>
        ))}
      </div>
      {second.gained && second.lost && second.gained.total + second.lost.total === 0 && <p class="notice">They cover the same individuals.</p>}
      {second.gained && second.gained.total > 0 && <MovedList title="Only B has" moved={second.gained} onExplain={onExplain} />}
      {second.lost && second.lost.total > 0 && <MovedList title="Only A has" moved={second.lost} onExplain={onExplain} />}
    </section>
  );
}
