// Who, and why: outcomes, one individual, whom to label next, instances, earlier runs.

import type { Item, JobModel, JudgeAnswer, Label, LearnRequest, NodeVerdict } from "../api";
import type { Task } from "../client";
import type { Learner } from "../learner";
import type { Example } from "../link";
import { answers } from "../measure";
import { Instances } from "./instances";
import type { Notation } from "./notation";
import { Outcomes } from "./outcomes";
import { words } from "./parts";
import { Runs } from "./runs";
import { Suggest } from "./suggest";
import { Tabs } from "./tabs";
import { Why } from "./why";

export type DetailsTab = "outcomes" | "why" | "suggest" | "instances" | "runs";

/** A concept that is not the answer, and a sentence that says what it is. */
export interface Against {
  concept: string;
  by: string;
}

interface Props {
  kb: string;
  /** What is in the knowledge base, in a sentence. */
  about: string;
  tab: DetailsTab;
  onTab(tab: DetailsTab): void;
  concept: string | null;
  /** The suggestion by which an individual is explained, in place of the answer. */
  against: Against | null;
  judged: JudgeAnswer | null;
  /** The part that is chosen. */
  part: number | null;
  onPart(at: number | null): void;
  task: Task;
  examples: Example[];
  problem: LearnRequest;
  learner: Learner;
  /** The run that is shown: that of the answer, or of suggestions. */
  run: JobModel | null;
  individual: string | null;
  notation: Notation;
  /** The runs that are ticked to be compared. */
  compared: JobModel[];
  onCompare(jobs: JobModel[]): void;
  mark(items: Item[], label: Label | null): void;
  onLabel(item: Item, label: Label): void;
  onExplain(iri: string): void;
  onVerdicts(verdicts: NodeVerdict[]): void;
  onOpen(job: JobModel): void;
  onDuplicate(job: JobModel): void;
  onError(error: unknown): void;
}

const TABS = [
  ["outcomes", "Outcomes"],
  ["why", "Why"],
  ["suggest", "Label next"],
  ["instances", "Instances"],
  ["runs", "Runs"],
] as const;

export function Details(props: Props) {
  const { tab, onTab } = props;
  return (
    <section class="card details" aria-labelledby="details-title">
      <h2 id="details-title" class="unseen">
        Details
      </h2>
      <Tabs name="details" label="Details" tabs={TABS} chosen={tab} onChoose={onTab} />
      <div role="tabpanel" id="details-panel" aria-labelledby={`details-${tab}`} tabIndex={-1}>
        <Panel {...props} />
      </div>
    </section>
  );
}

function Nothing({ about }: { about: string }) {
  return (
    <div class="stack">
      <p>{about}</p>
      <p class="hint">Once something is learned, the examples stand here by whether the answer gets them right. Until then, press the name of an individual to see what is known about it.</p>
    </div>
  );
}

const NOTHING = "Learn something first: then it is shown here.";

function Panel({ kb, about, tab, concept, against, judged, part, onPart, task, examples, problem, learner, run, individual, notation, compared, onCompare, mark, onLabel, onExplain, onVerdicts, onOpen, onDuplicate, onError }: Props) {
  const { result } = learner;
  const canMark = !("target_class" in task);
  switch (tab) {
    case "outcomes": {
      if (!concept) return learner.isActive ? <p class="hint">Learning…</p> : <Nothing about={about} />;
      const chosen = part === null ? undefined : judged?.parts[part];
      const shown = judged?.concept === concept ? judged : null;
      return (
        <Outcomes
          kb={kb}
          concept={chosen?.concept ?? concept}
          part={chosen && part !== 0 ? words(chosen) : null}
          task={task}
          explained={individual}
          gained={shown?.gained ?? null}
          lost={shown?.lost ?? null}
          onExplain={onExplain}
          onWhole={() => onPart(null)}
          mark={mark}
          onError={onError}
        />
      );
    }
    case "why":
      return individual ? (
        <Why kb={kb} concept={against?.concept ?? concept} by={against?.by} individual={individual} examples={examples} canMark={canMark} mark={mark} onExplain={onExplain} onVerdicts={onVerdicts} onError={onError} />
      ) : (
        <p class="hint">Choose an individual in any list to see what is known about it, and why it is in or out.</p>
      );
    case "suggest":
      return result && concept ? (
        <Suggest kb={kb} problem={problem} concepts={[concept, ...answers(result).slice(-2).map((row) => row.concept.dl)]} notation={notation} canMark={canMark} onLabel={onLabel} onExplain={onExplain} onError={onError} />
      ) : (
        <p class="hint">{learner.isActive ? "Learning…" : NOTHING}</p>
      );
    case "instances":
      return concept && judged ? <Instances kb={kb} concept={concept} task={task} onExplain={onExplain} onError={onError} /> : <p class="hint">{NOTHING}</p>;
    case "runs":
      return <Runs kb={kb} current={run} compared={compared} onCompare={onCompare} onOpen={onOpen} onDuplicate={onDuplicate} onError={onError} />;
  }
}
