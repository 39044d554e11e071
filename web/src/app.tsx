// The workbench: examples, the answer and details side by side.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Item, JobModel, JudgeAnswer, KnowledgeBaseSummary, Label, LearnRequest, NodeVerdict, Part } from "./api";
import { api, type Change, Refusal, setToken, watchOffline } from "./client";
import { Answer } from "./components/answer";
import { Compare } from "./components/compare";
import { Define } from "./components/define";
import { type Against, Details, type DetailsTab } from "./components/details";
import { Enrichment } from "./components/enrichment";
import { Examples } from "./components/examples";
import { Front, Running } from "./components/front";
import { Header } from "./components/header";
import type { Notation } from "./components/notation";
import { OptionsForm } from "./components/options";
import { Parts, words } from "./components/parts";
import { Run } from "./components/run";
import { Start } from "./components/start";
import { TakeAway } from "./components/takeaway";
import { TokenForm } from "./components/token";
import { toggle, useEnrichment } from "./enrichment";
import { useLearner } from "./learner";
import { type Example, pack, unpack } from "./link";
import { chosenLanguage, keepLanguage } from "./language";
import { currentNaming, figure, keepNaming, NamingContext } from "./names";
import { type Choices, inWords, type OptionTable, readAll, SKETCH } from "./options";
import { docOf, docOfRequest, isKnownJob, namesNow, sharedOf } from "./restore";
import { behind, EMPTY, hasPositives, taskOf, useSession } from "./session";

const PANES = [
  ["examples", "Examples"],
  ["answer", "Answer"],
  ["details", "Details"],
] as const;

type Pane = (typeof PANES)[number][0];

export function App() {
  const session = useSession();
  const { doc, change, follow } = session;
  const [kbs, setKbs] = useState<KnowledgeBaseSummary[]>([]);
  const [table, setTable] = useState<OptionTable | null>(null);
  const [naming, setNaming] = useState(currentNaming());
  const [language, setLanguage] = useState(chosenLanguage());
  /** What a concept does, and which one was asked about: the answer to another one may be on its way. */
  const [judged, setJudged] = useState<(JudgeAnswer & { asked: string }) | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [tab, setTab] = useState<DetailsTab>("outcomes");
  const [individual, setIndividual] = useState<string | null>(null);
  const [verdicts, setVerdicts] = useState<NodeVerdict[]>([]);
  const [notation, setNotation] = useState<Notation>("text");
  /** The suggestion that an individual was said to speak against. */
  const [against, setAgainst] = useState<Against | null>(null);
  /** The runs that are ticked to be compared. */
  const [compared, setCompared] = useState<JobModel[]>([]);
  // Where only one pane is seen, it is the one that says how to begin, or what was learned.
  const [pane, setPane] = useState<Pane>("answer");
  const [isOffline, setOffline] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [needsToken, setNeedsToken] = useState(false);

  const complain = useCallback((reason: unknown) => {
    if (reason instanceof Refusal && reason.status === 401) setNeedsToken(true);
    // What is not there any more was asked for by an older state of the page.
    else setError(reason instanceof Error ? reason.message : String(reason));
  }, []);
  const learner = useLearner(table && doc.job ? doc.job.id : null, complain);
  const { result } = learner;
  const concept = doc.concept;
  const enriching = useEnrichment(table && doc.enrichment ? doc.enrichment.job.id : null, complain);
  const showsSuggestions = doc.enrichment?.isShown ?? false;

  const begin = useCallback(async () => {
    try {
      const [bases, options] = await Promise.all([api.knowledgeBases(), api.options()]);
      const shared = await unpack(location.hash.slice(1));
      if (location.hash) history.replaceState(null, "", location.pathname);
      const isKnown = (id: string) => bases.some((base) => base.id === id);
      if (shared && isKnown(shared.kb)) session.start(docOf(shared));
      else if (!isKnown(session.doc.kb)) session.start({ ...EMPTY, kb: bases[0]?.id ?? "" });
      const kept = shared && isKnown(shared.kb) ? docOf(shared) : session.doc;
      // Job numbers start anew with a server that keeps nothing: the same number may be another job.
      if (kept.job && !(await isKnownJob(kept.job))) follow((doc) => ({ ...doc, job: null, concept: null }));
      if (kept.enrichment && !(await isKnownJob(kept.enrichment.job))) follow((doc) => ({ ...doc, enrichment: null }));
      setKbs(bases);
      setTable(options);
      setNeedsToken(false);
    } catch (reason) {
      complain(reason);
    }
  }, []);
  useEffect(() => watchOffline(setOffline), []);
  useEffect(() => void begin(), []);

  // Who pressed the button that learns goes on reading at the answer.
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isWaiting.current || concept === null) return;
    isWaiting.current = false;
    requestAnimationFrame(() => document.getElementById("answer-title")?.focus({ preventScroll: true }));
  }, [doc.concept]);

  // What was learned is shown as soon as it is there; a concept that was chosen before stays.
  useEffect(() => {
    if (result && doc.concept === null) follow((doc) => ({ ...doc, concept: result.best.concept.dl }));
  }, [result]);

  const task = useMemo(() => taskOf(doc), [doc.examples, doc.target]);
  /** Where a slider started, while it moves: who is gained and lost is counted from there. */
  const moving = useRef<{ from: string; to: string } | null>(null);
  /** The language of what is known about a concept. */
  const judgedIn = useRef(language);
  useEffect(() => {
    // A bound that moves stays chosen.
    if (concept !== moving.current?.to) setPart(null);
    if (concept === null || !hasPositives(task) || !doc.kb) return setJudged(null);
    if (judged?.concept === concept && judged.gained && judgedIn.current === language) return;
    judgedIn.current = language;
    const interest = new AbortController();
    api.judge(doc.kb, task, { concept, names: naming }, interest.signal).then((answer) => setJudged({ ...answer, asked: concept }), (error) => interest.signal.aborted || complain(error));
    return () => interest.abort();
  }, [doc.kb, concept, task, naming, language]);

  const kb = kbs.find(({ id }) => id === doc.kb);
  // What was kept or sent by a link may have its names in another language.
  useEffect(() => {
    if (!kb || kb.languages.length < 2) return;
    let isCurrent = true;
    namesNow(kb.id, session.docs).then((names) => isCurrent && names.size > 0 && session.rename(names), complain);
    return () => void (isCurrent = false);
  }, [kb?.id, language]);

  function chooseKb(id: string) {
    change("choose a knowledge base", () => ({ ...EMPTY, kb: id }));
    setIndividual(null);
    setCompared([]);
    setTab("outcomes");
  }

  const mark = useCallback((items: Item[], label: Label | null) => {
    const what = `${label ? `mark as ${label}` : "remove"}: ${items.length === 1 ? items[0]!.name : `${items.length} individuals`}`;
    change(what, (doc) => {
      const marked = new Map(doc.examples.map((example) => [example.iri, example]));
      for (const { iri, name } of items) {
        if (label) marked.set(iri, { iri, name, label });
        else marked.delete(iri);
      }
      return { ...doc, target: null, examples: [...marked.values()] };
    });
  }, []);

  function takeClass(item: Item | null) {
    change(item ? `take the class ${item.name}` : "clear the class", (doc) => ({ ...doc, examples: [], target: item }));
  }

  async function takeExample() {
    try {
      const { question, positives, negatives } = await api.example(doc.kb);
      const labelled = (items: Item[], label: Label) => items.map((item): Example => ({ ...item, label }));
      change(`try: ${question}`, (doc) => ({ ...doc, target: null, examples: [...labelled(positives, "positive"), ...labelled(negatives, "negative")] }));
      requestAnimationFrame(() => document.getElementById("learn")?.focus());
    } catch (error) {
      complain(error);
    }
  }

  const explain = useCallback((iri: string) => {
    setIndividual(iri);
    setAgainst(null);
    setTab("why");
    setPane("details");
  }, []);

  const reading = useMemo(() => table && readAll(table, doc.choices), [table, doc.choices]);
  const wrong = Object.keys(reading?.problems ?? {}).map(inWords);
  const obstacle = !hasPositives(task) ? "Mark at least one positive example." : wrong.length > 0 ? `Settings to correct first: ${wrong.join(", ")}.` : null;
  const problem = useMemo(
    () => ({ ...task, knowledge_base: doc.kb, ignore: doc.ignore.map(({ iri }) => iri), estimate: true, ...reading?.request }) as LearnRequest,
    [task, doc.kb, doc.ignore, reading],
  );
  const [learnedFrom, setLearnedFrom] = useState<{ job: number; problem: string } | null>(null);
  useEffect(() => {
    // A run that was not started here says itself what it was asked for.
    const id = doc.job?.id;
    if (id === undefined || learnedFrom?.job === id) return;
    let isCurrent = true;
    api.request(id).then((request) => isCurrent && setLearnedFrom({ job: id, problem: essence(request) }), () => undefined);
    return () => void (isCurrent = false);
  }, [doc.job?.id]);
  const isStale = learnedFrom !== null && learnedFrom.job === doc.job?.id && learnedFrom.problem !== essence(problem);

  /** Learns; whoever answers a question goes on with the next one, all others with the answer. */
  async function start(request: LearnRequest, goesOn: "outcomes" | "suggest" = "outcomes") {
    setError(null);
    try {
      // Nobody waits any more for what to expect of the answer before.
      if (learner.job?.estimating) void learner.steer("cancel").catch(() => undefined);
      const job = await api.start(request);
      setLearnedFrom({ job: job.id, problem: essence(request) });
      isWaiting.current = goesOn === "outcomes";
      setCompared([]);
      change("learn", (doc) => ({ ...doc, job: { id: job.id, created: job.created }, concept: null, enrichment: behind(doc.enrichment) }));
      setTab(goesOn);
      if (goesOn === "outcomes") setPane("answer");
      else document.getElementById("details-panel")?.focus({ preventScroll: true });
    } catch (reason) {
      complain(reason);
    }
  }
  function learn() {
    setError(obstacle);
    if (!obstacle) void start(problem);
  }

  /** Labels an individual and learns again with it at once. */
  function label(item: Item, as: Label) {
    mark([item], as);
    const others = doc.examples.filter(({ iri }) => iri !== item.iri);
    void start({ ...problem, ...taskOf({ target: null, examples: [...others, { ...item, label: as }] }) } as LearnRequest, "suggest");
  }

  /** Keeps a part of the answer and learns at once what goes with it. */
  function pin(part: Part) {
    if (!table) return;
    const settings = { ...doc.choices.settings, sketch: `(${part.concept}) ?op ?C` };
    const choices = { ...doc.choices, learner: SKETCH, settings };
    change(`keep ${words(part)}`, (doc) => ({ ...doc, choices }));
    void start({ ...problem, ...readAll(table, choices).request } as LearnRequest);
  }

  async function revise(request: Change, what: string, goesOn = false) {
    if (concept === null) return;
    const from = goesOn && moving.current?.to === concept ? moving.current.from : concept;
    try {
      const answer = await api.judge(doc.kb, task, { concept: from, change: request, names: naming });
      moving.current = goesOn ? { from, to: answer.concept } : null;
      setJudged({ ...answer, asked: answer.concept });
      change(what, (doc) => ({ ...doc, concept: answer.concept }), goesOn);
    } catch (error) {
      complain(error);
    }
  }

  async function open({ id, created, name, about }: JobModel, isCopy: boolean) {
    try {
      if (about.kind === "enrich") {
        // What was ticked of those that are behind the answer stays.
        change(`open ${name || "suggestions"}`, (doc) => ({ ...doc, enrichment: { job: { id, created }, isShown: true, toggled: doc.enrichment?.job.id === id ? doc.enrichment.toggled : [] } }));
        setPane("answer");
        return;
      }
      const opened = await docOfRequest(doc.kb, await api.request(id));
      const enrichment = behind(doc.enrichment);
      change(isCopy ? `take over ${name || "a run"}` : `open ${name || "a run"}`, () => (isCopy ? { ...opened, enrichment } : { ...opened, enrichment, job: { id, created }, concept: null }));
      setPane(isCopy ? "examples" : "answer");
    } catch (error) {
      complain(error);
    }
  }

  /** Looks for definitions of a class, or of all. */
  async function suggest(target: Item | null) {
    setError(null);
    try {
      const { id, created } = await api.enrich({ knowledge_base: doc.kb, classes: target ? [target.iri] : [] });
      change("suggest definitions", (doc) => ({ ...doc, enrichment: { job: { id, created }, isShown: true, toggled: [] } }));
      setPane("answer");
      requestAnimationFrame(() => document.getElementById("enrichment-title")?.focus());
    } catch (error) {
      complain(error);
    }
  }

  /** Takes a suggestion as the answer, with its class as what is to be described. */
  function explore(target: Item, concept: string) {
    change(`look at a suggestion for ${target.name}`, (doc) => ({ ...doc, examples: [], target, job: null, concept, enrichment: behind(doc.enrichment) }));
    setTab("outcomes");
    scrollTo(0, 0);
    requestAnimationFrame(() => document.getElementById("answer-title")?.focus());
  }

  async function link(): Promise<string> {
    const address = new URL(location.href);
    address.hash = await pack(sharedOf(doc));
    history.replaceState(null, "", address);
    return address.href;
  }

  function compare(jobs: JobModel[]) {
    setCompared(jobs);
    if (jobs.length < 2) return;
    setPane("answer");
    document.getElementById("pane-answer")?.scrollTo(0, 0);
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || (isTyping && !(event.target as HTMLInputElement).matches("[type=range],[type=checkbox]"))) return;
      event.preventDefault();
      if (event.shiftKey) session.redo();
      else session.undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (needsToken) return <TokenForm onToken={(token) => (setToken(token), void begin())} />;
  const hasWork = doc.examples.length > 0 || doc.target !== null || doc.job !== null;
  const isEdited = concept !== null && result !== null && !result.front.some((row) => row.concept.dl === concept) && result.best.concept.dl !== concept;
  const progress = learner.job?.progress;
  const [one, other] = compared.filter((job) => job.knowledge_base === doc.kb);
  return (
    <NamingContext.Provider value={naming}>
      <Header
        kbs={kbs}
        session={session}
        naming={naming}
        onNaming={(naming) => (keepNaming(naming), setNaming(naming))}
        languages={kb?.languages ?? []}
        language={language}
        onLanguage={(language) => (keepLanguage(language), setLanguage(language))}
        onChoose={chooseKb}
        onUpload={(base) => (setKbs([...kbs, base]), chooseKb(base.id))}
        onError={complain}
        link={link}
      />
      <div role="alert" class="alert-region">
        {isOffline && <p class="alert">The server cannot be reached. The page tries again by itself; nothing is lost.</p>}
        {error && (
          <p class="alert">
            {error} <button onClick={() => setError(null)}>Dismiss</button>
          </p>
        )}
      </div>
      {/* Everything that was asked for is asked for again in another language. */}
      <main key={language ?? ""} class={`bench shows-${pane}`}>
        <div class="pane" id="pane-examples">
          {kb && <Examples kb={doc.kb} examples={doc.examples} target={doc.target} task={task} mark={mark} takeClass={takeClass} onExplain={explain} onError={complain} />}
          {table && (
            <OptionsForm
              table={table}
              choices={doc.choices}
              ignore={doc.ignore}
              onAllow={(item) => change(`allow ${item.name}`, (doc) => ({ ...doc, ignore: doc.ignore.filter(({ iri }) => iri !== item.iri) }))}
              onChange={(choices: Choices) => change("change the settings", (doc) => ({ ...doc, choices }), true)}
            />
          )}
          {kb && <Define classes={kb.classes} target={doc.target} isActive={enriching.learner.isActive} onStart={(target) => void suggest(target)} />}
        </div>
        <div class="pane" id="pane-answer" tabIndex={-1}>
          {one?.best && other?.best && <Compare kb={doc.kb} task={task} one={one} other={other} notation={notation} onExplain={explain} onClose={() => setCompared([])} onError={complain} />}
          {doc.enrichment && (
            <div class="segmented" role="group" aria-label="In the middle">
              {([[false, "Answer"], [true, "Suggestions"]] as const).map(([isShown, title]) => (
                <button key={title} aria-pressed={isShown === showsSuggestions} onClick={() => change(`show ${title.toLowerCase()}`, (doc) => ({ ...doc, enrichment: doc.enrichment && { ...doc.enrichment, isShown } }), true)}>
                  {title}
                </button>
              ))}
            </div>
          )}
          {doc.enrichment && showsSuggestions ? (
            <Enrichment
              kb={doc.kb}
              id={doc.enrichment.job.id}
              enriching={enriching}
              toggled={doc.enrichment.toggled}
              notation={notation}
              onNotation={setNotation}
              onToggle={(key, what) => change(`tick: ${what}`, (doc) => ({ ...doc, enrichment: doc.enrichment && { ...doc.enrichment, toggled: toggle(key, doc.enrichment.toggled) } }))}
              onExplore={explore}
              onSuspect={(iri, concept, by) => (explain(iri), setAgainst({ concept, by }))}
              onError={complain}
            />
          ) : (
            <>
              {kb && !hasWork && <Start question={kb.example ?? null} classes={kb.classes} onTry={() => void takeExample()} onSuggest={() => void suggest(null)} />}
              {hasWork && <Run learner={learner} obstacle={obstacle} isStale={isStale} learn={learn} onError={complain} />}
              {!result && learner.job?.best && <Running best={learner.job.best} front={progress?.front ?? []} points={learner.points} unit={progress?.unit} />}
              {result && result.best.train.tp === 0 && <p class="alert">It covers no positive example: nothing was learned.</p>}
              {concept && (
                <Answer
                  kb={doc.kb}
                  concept={concept}
                  judged={judged}
                  result={result}
                  isEstimating={learner.job?.estimating ?? false}
                  isEdited={isEdited}
                  notices={learner.job?.notices ?? []}
                  notation={notation}
                  onNotation={setNotation}
                  onReset={() => change("back to what was learned", (doc) => ({ ...doc, concept: result!.best.concept.dl }))}
                  onError={complain}
                />
              )}
              {concept && judged && (
                <Parts
                  kb={doc.kb}
                  judged={judged}
                  isCurrent={judged.asked === concept}
                  chosen={part}
                  verdicts={tab === "why" ? verdicts : []}
                  onChoose={(at) => (setPart(at), at !== null && setTab("outcomes"))}
                  onChange={(request, what, goesOn) => void revise(request, what, goesOn)}
                  onPin={pin}
                  onForbid={(item) => change(`never use ${item.name}`, (doc) => ({ ...doc, ignore: [...doc.ignore.filter(({ iri }) => iri !== item.iri), item] }))}
                  onError={complain}
                />
              )}
              {result && <Front kb={doc.kb} result={result} points={learner.points} chosen={concept} notation={notation} onChoose={(dl) => change("choose a row of the front", (doc) => ({ ...doc, concept: dl }), true)} onError={complain} />}
              {concept && kb && <TakeAway doc={doc} kbName={kb.name} concept={concept} result={result} onInstances={() => (setTab("instances"), setPane("details"))} onError={complain} />}
            </>
          )}
        </div>
        <div class="pane" id="pane-details">
          {kb && (
            <Details
              kb={doc.kb}
              about={`${kb.name}: ${figure(kb.individuals)} individuals in ${figure(kb.classes)} classes.`}
              tab={tab}
              onTab={setTab}
              concept={concept}
              against={showsSuggestions ? against : null}
              judged={judged}
              part={part}
              onPart={setPart}
              task={task}
              examples={doc.examples}
              problem={problem}
              learner={learner}
              run={showsSuggestions ? enriching.learner.job : learner.job}
              individual={individual}
              notation={notation}
              compared={compared}
              onCompare={compare}
              mark={mark}
              onLabel={label}
              onExplain={explain}
              onVerdicts={setVerdicts}
              onOpen={(job) => void open(job, false)}
              onDuplicate={(job) => void open(job, true)}
              onError={complain}
            />
          )}
        </div>
      </main>
      <nav class="switcher" aria-label="Panes">
        {PANES.map(([id, title]) => (
          <button key={id} aria-pressed={pane === id} onClick={() => (setPane(id), scrollTo(0, 0))}>
            {title}
          </button>
        ))}
      </nav>
    </NamingContext.Provider>
  );
}

/** What decides an answer, apart from the estimate. */
function essence(request: LearnRequest): string {
  const { positives = [], negatives = [], target_class = null, ignore = [], learner = "auto", preset = "default", settings = {} } = request;
  const sorted = (names: string[]) => [...names].sort();
  return JSON.stringify([sorted(positives), sorted(negatives), target_class, sorted(ignore), learner, preset, Object.entries(settings).sort()]);
}
