// The whole page: what is to be learned on one side, what is learned on the other.

import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Item, KnowledgeBaseSummary, Label, LearnRequest } from "./api";
import { api, Refusal, setToken, type Task } from "./client";
import { ConceptCard } from "./components/concept";
import { Examples } from "./components/examples";
import { ExplanationCard } from "./components/explanation";
import { Front } from "./components/front";
import { Header } from "./components/header";
import { OptionsForm } from "./components/options";
import { Run } from "./components/run";
import { TokenForm } from "./components/token";
import { Verdicts } from "./components/verdicts";
import { useLearner } from "./learner";
import { type Example, pack, type Shared, unpack } from "./link";
import { type Choices, inWords, type OptionTable, readAll } from "./options";

export function App() {
  const [kbs, setKbs] = useState<KnowledgeBaseSummary[]>([]);
  const [kb, setKb] = useState("");
  const [table, setTable] = useState<OptionTable | null>(null);
  const [examples, setExamples] = useState<Example[]>([]);
  const [target, setTarget] = useState<Item | null>(null);
  const [choices, setChoices] = useState<Choices>({ settings: {} });
  const [concept, setConcept] = useState<string | null>(null);
  const [explained, setExplained] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [needsToken, setNeedsToken] = useState(false);

  const complain = useCallback((reason: unknown) => {
    if (reason instanceof Refusal && reason.status === 401) setNeedsToken(true);
    else setError(reason instanceof Error ? reason.message : String(reason));
  }, []);
  const learner = useLearner(complain);

  const begin = useCallback(async () => {
    try {
      const [bases, answer] = await Promise.all([api.knowledgeBases(), api.options()]);
      setKbs(bases);
      setTable(answer);
      setNeedsToken(false);
      const shared = await unpack(location.hash.slice(1));
      if (shared && bases.some((base) => base.id === shared.kb)) await restore(shared);
      else setKb((known) => known || (bases[0]?.id ?? ""));
    } catch (reason) {
      complain(reason);
    }
  }, []);
  useEffect(() => void begin(), []);

  async function restore(shared: Shared) {
    setKb(shared.kb);
    setExamples(shared.examples);
    setTarget(shared.target ?? null);
    setChoices({ learner: shared.learner, preset: shared.preset, settings: shared.settings });
    if (shared.job !== undefined && (await isSameJob(shared))) await learner.open(shared.job);
    setConcept(shared.concept ?? null);
  }

  // What was learned is shown as soon as it is there; a concept that a link chose stays.
  useEffect(() => {
    if (learner.result) setConcept((chosen) => chosen ?? learner.result!.best.concept.dl);
  }, [learner.result]);

  function chooseKb(id: string) {
    setKb(id);
    takeExamples([]);
    setConcept(null);
    setExplained(null);
    learner.forget();
  }

  /** Examples are either listed or given by a class: whatever is taken replaces all there was. */
  function takeExamples(examples: Example[]) {
    setExamples(examples);
    setTarget(null);
  }

  function takeClass(item: Item | null) {
    setExamples([]);
    setTarget(item);
  }

  function mark(items: { iri: string; name: string }[], label: Label | null) {
    setTarget(null);
    setExamples((known) => {
      const changed = new Map(known.map((example) => [example.iri, example]));
      for (const { iri, name } of items) {
        if (label) changed.set(iri, { iri, name, label });
        else changed.delete(iri);
      }
      return [...changed.values()];
    });
  }

  const task = useMemo(() => taskOf(examples, target), [examples, target]);
  const reading = useMemo(() => table && readAll(table, choices), [table, choices]);
  const hasPositives = target !== null || examples.some(({ label }) => label === "positive");
  const wrong = Object.keys(reading?.problems ?? {}).map(inWords);
  const obstacle = !hasPositives ? "Mark at least one positive example." : wrong.length > 0 ? `Settings to correct first: ${wrong.join(", ")}.` : null;

  async function learn() {
    setError(obstacle);
    if (obstacle) return;
    setConcept(null);
    setExplained(null);
    await learner.start({ ...task, knowledge_base: kb, ...reading?.request } as LearnRequest).catch(complain);
  }

  async function link(): Promise<string> {
    const state: Shared = { kb, examples, target: target ?? undefined, ...choices, job: learner.job?.id, concept: concept ?? undefined };
    const address = new URL(location.href);
    address.hash = await pack(state);
    history.replaceState(null, "", address);
    return address.href;
  }

  if (needsToken) return <TokenForm onToken={(token) => (setToken(token), void begin())} />;
  return (
    <>
      <Header kbs={kbs} kb={kb} onChoose={chooseKb} onUpload={(base) => (setKbs([...kbs, base]), chooseKb(base.id))} onError={complain} link={link} />
      <div role="alert" class="alert-region">
        {error && (
          <p class="alert">
            {error} <button onClick={() => setError(null)}>Dismiss</button>
          </p>
        )}
      </div>
      <main>
        <div class="column">
          {kb && <Examples kb={kb} question={kbs.find(({ id }) => id === kb)?.example ?? null} examples={examples} target={target} task={task} mark={mark} take={takeExamples} takeClass={takeClass} onError={complain} />}
          {table && <OptionsForm table={table} choices={choices} onChange={setChoices} />}
        </div>
        <div class="column wide">
          <Run learner={learner} obstacle={obstacle} learn={() => void learn()} onError={complain} />
          {learner.result && <Front result={learner.result} chosen={concept} onChoose={(dl) => (setConcept(dl), setExplained(null))} />}
          {concept && <ConceptCard kb={kb} concept={concept} onError={complain} />}
          {concept && learner.result && (
            <Verdicts kb={kb} concept={concept} task={task} explained={explained} onExplain={setExplained} mark={mark} learnAgain={() => void learn()} onError={complain} />
          )}
          {concept && explained && <ExplanationCard kb={kb} concept={concept} individual={explained} examples={examples} onExplain={setExplained} onError={complain} />}
        </div>
      </main>
    </>
  );
}

/** What the server is asked to learn from. */
function taskOf(examples: Example[], target: Item | null): Task {
  const names = (label: Label) => examples.filter((example) => example.label === label).map(({ iri }) => iri);
  return target ? { target_class: target.iri } : { positives: names("positive"), negatives: names("negative") };
}

/** Job numbers start anew with a server that keeps nothing: the same number may be another job. */
async function isSameJob(shared: Shared): Promise<boolean> {
  try {
    const request = await api.request(shared.job!);
    const wanted: LearnRequest = taskOf(shared.examples, shared.target ?? null);
    const isSame = (a: string[] = [], b: string[] = []) => a.length === b.length && a.every((iri) => b.includes(iri));
    return (
      request.knowledge_base === shared.kb &&
      request.target_class === wanted.target_class &&
      isSame(request.positives, wanted.positives) &&
      isSame(request.negatives, wanted.negatives)
    );
  } catch {
    return false;
  }
}
