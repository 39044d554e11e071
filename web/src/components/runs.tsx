// Earlier runs: names, notes, and which two are compared.

import { useEffect, useState } from "preact/hooks";
import type { JobModel } from "../api";
import { api } from "../client";
import { capital, figure } from "../names";

interface Props {
  kb: string;
  /** The run that is shown, and when it last changed. */
  current: JobModel | null;
  /** The runs that are ticked: two are compared in the middle of the page. */
  compared: JobModel[];
  onCompare(jobs: JobModel[]): void;
  onOpen(job: JobModel): void;
  onDuplicate(job: JobModel): void;
  onError(error: unknown): void;
}

export function Runs({ kb, current, compared, onCompare, onOpen, onDuplicate, onError }: Props) {
  const [jobs, setJobs] = useState<JobModel[] | null>(null);
  const reload = () => api.jobs().then((jobs) => setJobs(jobs.filter((job) => job.knowledge_base === kb && job.about.kind !== "labels")), onError);
  useEffect(() => void reload(), [kb, current?.id, current?.state]);
  // Runs that are under way elsewhere change by themselves.
  const isMoving = jobs?.some((job) => !isOver(job)) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    // From answer to answer, so that no requests pile up while the server is away.
    const again = setTimeout(() => void reload(), 2000);
    return () => clearTimeout(again);
  }, [kb, jobs]);
  if (!jobs) return <p class="hint">Reading…</p>;
  if (jobs.length === 0) return <p class="hint">Nothing has been learned from this knowledge base yet.</p>;
  const without = (job: JobModel) => compared.filter(({ id }) => id !== job.id);
  const isCompared = (job: JobModel) => compared.some(({ id }) => id === job.id);
  return (
    <div class="stack">
      <p class="hint">Tick two to compare them in the middle.</p>
      <ul class="runs" aria-label="Earlier runs">
        {jobs.map((job) => (
          <li key={job.id} class={job.id === current?.id ? "chosen" : ""}>
            <RunRow
              job={job}
              isCurrent={job.id === current?.id}
              isChosen={isCompared(job)}
              onToggle={() => onCompare(isCompared(job) ? without(job) : [...compared.slice(-1), job])}
              onOpen={() => onOpen(job)}
              onDuplicate={() => onDuplicate(job)}
              onRename={(name, note) => void api.rename(job.id, name, note).then(reload, onError)}
              onDelete={() => void remove(job).then(() => (onCompare(without(job)), reload()), onError)}
            />
          </li>
        ))}
      </ul>
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

export const titleOf = (job: JobModel): string => job.name || (isEnrichment(job) ? "Suggested definitions" : capital(job.best?.sentence ?? "")) || `Run ${job.id}`;

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
