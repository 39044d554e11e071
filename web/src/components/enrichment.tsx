// Suggested definitions and superclasses, to read, tick and save; and who speaks against them.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { EnrichedClass, EnrichReport, Item, Spelled } from "../api";
import { api, call } from "../client";
import { download } from "../download";
import { bearers, choicesOf, classConcept, conceptsOf, definitionsOf, type Enriching, hasSomething, isTicked, ontologyOf, propertiesOf, type Row, superclassesOf } from "../enrichment";
import { capital, figure, nameOf, unquoted, useNaming } from "../names";
import { Icon } from "./icon";
import { LIST_NOTATIONS, type Notation, NotationSwitch } from "./notation";
import { Steer, WORDS } from "./run";

/** How many classes are shown at first, and how many more at a time. */
const STEP = 30;

/** From how many classes on a field to find one is worth its place. */
const MANY = 6;

interface Props {
  kb: string;
  /** The number of the run. */
  id: number;
  enriching: Enriching;
  toggled: string[];
  notation: Notation;
  onNotation(notation: Notation): void;
  onToggle(key: string, what: string): void;
  /** Takes a concept as the answer for a class. */
  onExplore(target: Item, concept: string): void;
  /** Explains an individual by the definition that it speaks against. */
  onSuspect(iri: string, concept: string, why: string): void;
  onError(error: unknown): void;
}

/** What concepts are called, in the notation and the names of now. */
type Spell = (concept: string) => string;

export function Enrichment({ kb, id, enriching, toggled, notation, onNotation, onToggle, onExplore, onSuspect, onError }: Props) {
  const { learner, report } = enriching;
  const { job, isActive, isLost, isOffline } = learner;
  const progress = job?.progress;
  return (
    <>
      <section class="card" aria-labelledby="enrichment-title">
        <h2 id="enrichment-title" tabIndex={-1}>
          Suggested definitions
        </h2>
        <div class="run">
          <div class="row">
            {isActive && <Steer learner={learner} onError={onError} />}
            <p role="status" class="state">
              {isOffline ? "The server cannot be reached; trying again…" : isLost ? "The server no longer knows these suggestions; start again." : summary(enriching)}
            </p>
          </div>
          {isActive && <progress max={progress?.generations ?? undefined} value={progress?.generation ?? 0} aria-label="Classes that were looked at" />}
          {isActive && <p class="hint">The suggestions come when all classes were looked at. Stop to see those found so far; pause to go on later.</p>}
          {job?.error && <p class="alert">{job.error}</p>}
          {job?.notices.map((notice) => (
            <p class="notice" key={notice}>
              <Icon name="info" /> {capital(notice)}.
            </p>
          ))}
        </div>
        {report && <Save id={id} report={report} toggled={toggled} onError={onError} />}
      </section>
      {report && <Found key={id} {...{ kb, report, toggled, notation, onNotation, onToggle, onExplore, onSuspect, onError }} />}
    </>
  );
}

function summary({ learner: { job }, report }: Enriching): string {
  if (!job) return "Reading…";
  if (report) {
    const nDefined = report.classes.filter(({ equivalent }) => equivalent.length > 0).length;
    const nSuspects = report.classes.reduce((sum, one) => sum + one.n_suspects, 0);
    return `${WORDS[job.state]}: ${figure(report.classes.length)} ${plural(report.classes.length, "class", "classes")} in ${report.seconds.toFixed(1)} s; ${figure(nDefined)} with a suggested definition, ${figure(nSuspects)} ${plural(nSuspects, "suspect", "suspects")}.`;
  }
  const { progress } = job;
  const word = job.state === "running" ? "Looking for definitions" : WORDS[job.state];
  return progress?.generations ? `${word}: ${figure(progress.generation)} of ${figure(progress.generations)} classes done.` : `${word}.`;
}

const plural = (n: number, one: string, many: string): string => (n === 1 ? one : many);

/** What is ticked, as a file; and the whole as a page. */
function Save({ id, report, toggled, onError }: { id: number; report: EnrichReport; toggled: string[]; onError(error: unknown): void }) {
  const [note, setNote] = useState("");
  const choices = useMemo(() => choicesOf(report), [report]);
  const ticked = choices.filter((choice) => isTicked(choice, toggled));
  async function takePage() {
    try {
      download("suggestions.html", await (await call(`/api/v1/enrichments/${id}/report.html`)).text());
      setNote("suggestions.html downloaded");
    } catch (error) {
      onError(error);
    }
  }
  return (
    <div class="row">
      <button class="primary" disabled={ticked.length === 0} onClick={() => (download("suggestions.ofn", ontologyOf(ticked)), setNote("suggestions.ofn downloaded"))}>
        <Icon name="download" /> Save {figure(ticked.length)} ticked {plural(ticked.length, "axiom", "axioms")} as OWL
      </button>
      <button onClick={() => void takePage()}>
        <Icon name="download" /> HTML report
      </button>
      <span role="status" class="hint">
        {note}
      </span>
    </div>
  );
}

/** What was found, class by class. */
function Found({ kb, report, toggled, notation, onNotation, onToggle, onExplore, onSuspect, onError }: Omit<Props, "id" | "enriching"> & { report: EnrichReport }) {
  const naming = useNaming();
  const [spelled, setSpelled] = useState<Map<string, Spelled> | null>(null);
  const [text, setText] = useState("");
  const [isSuspectsOnly, setSuspectsOnly] = useState(false);
  const [nShown, setShown] = useState(STEP);
  useEffect(() => {
    let isCurrent = true;
    const concepts = conceptsOf(report);
    api.spell(kb, concepts, naming).then((answers) => isCurrent && setSpelled(new Map(answers.map((one, index) => [concepts[index]!, one]))), onError);
    return () => void (isCurrent = false);
  }, [kb, report, naming]);
  if (!spelled) return <p class="hint">Reading…</p>;
  const shown = notation === "sparql" ? "dl" : notation;
  const name: Spell = (concept) => unquoted(spelled.get(concept)?.dl ?? concept);
  const spell: Spell = (concept) => (shown === "text" ? spelled.get(concept)?.text : spelled.get(concept)?.[shown]) ?? concept;
  const nameOfClass = ({ iri }: { iri: string }) => name(classConcept(iri));
  const classes = report.classes.filter(hasSomething);
  const hasSuspects = classes.some(({ n_suspects }) => n_suspects > 0);
  const wanted = text.trim().toLowerCase();
  const chosen = classes.filter((one) => nameOfClass(one).toLowerCase().includes(wanted) && (!isSuspectsOnly || one.n_suspects > 0));
  const properties = propertiesOf(report);
  const nWithout = report.classes.length - classes.length;
  const block = { notation: shown, toggled, spell, onToggle };
  return (
    <>
      {classes.length > 0 && (
        <div class="row found">
          <NotationSwitch notations={LIST_NOTATIONS} chosen={shown} onChoose={onNotation} />
          {classes.length >= MANY && (
            <label>
              Find a class
              <input type="search" value={text} onInput={(event) => (setText(event.currentTarget.value), setShown(STEP))} />
            </label>
          )}
          {hasSuspects && (
            <label class="check">
              <input type="checkbox" checked={isSuspectsOnly} onChange={(event) => setSuspectsOnly(event.currentTarget.checked)} />
              with suspects
            </label>
          )}
        </div>
      )}
      {chosen.length === 0 && <p class="hint">{classes.length > 0 ? "No class is found." : "Nothing is suggested that is not stated already."}</p>}
      {chosen.slice(0, nShown).map((one) => (
        <Class
          key={one.iri}
          kb={kb}
          one={one}
          name={nameOfClass(one)}
          within={one.within ? name(one.within) : null}
          {...block}
          onExplore={(concept) => onExplore({ iri: one.iri, name: nameOfClass(one) }, concept)}
          onSuspect={onSuspect}
          onError={onError}
        />
      ))}
      {chosen.length > nShown && (
        <button class="more" onClick={() => setShown(nShown + STEP)}>
          Show {figure(Math.min(STEP, chosen.length - nShown))} more of {figure(chosen.length)} classes
        </button>
      )}
      {properties.length > 0 && wanted === "" && !isSuspectsOnly && (
        <section class="card" aria-labelledby="properties-title">
          <h3 id="properties-title">Domains and ranges</h3>
          <p class="hint">All edges show these, and no axiom states them.</p>
          <ul class="stack">
            {properties.map((one) => {
              const [who, what] = [spell(bearers(one)), spell(one.class)];
              const sentence = shown === "text" ? `${capital(who)} is ${what}` : `${who} ${shown === "dl" ? "⊑" : "SubClassOf"} ${what}`;
              return (
                <li key={one.key}>
                  <label class="check">
                    <input type="checkbox" checked={isTicked(one, toggled)} onChange={() => onToggle(one.key, sentence)} />
                    <span class={shown === "text" ? "" : "mono"}>{sentence}</span>
                    <span class="count">{figure(one.shown_by)} individuals</span>
                  </label>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {nWithout + report.skipped.length > 0 && (
        <details class="hint">
          <summary>{figure(nWithout + report.skipped.length)} {plural(nWithout + report.skipped.length, "class has", "classes have")} no suggestions</summary>
          <ul>
            {report.classes.filter((one) => !hasSomething(one)).map((one) => (
              <li key={one.iri}>{nameOfClass(one)}: {one.known > 0 ? "what was found is stated already" : "nothing was found"}</li>
            ))}
            {report.skipped.map((one) => (
              <li key={one.iri}>
                {nameOfClass(one)}: {one.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface ClassProps {
  kb: string;
  one: EnrichedClass;
  name: string;
  /** The class that it is told apart in; nothing for all individuals. */
  within: string | null;
  notation: (typeof LIST_NOTATIONS)[number][0];
  toggled: string[];
  spell: Spell;
  onToggle(key: string, what: string): void;
  onExplore(concept: string): void;
  onSuspect: Props["onSuspect"];
  onError(error: unknown): void;
}

/** One class: what could define it, what could stand above it, who speaks against that. */
function Class({ kb, one, name, within, notation, toggled, spell, onToggle, onExplore, onSuspect, onError }: ClassProps) {
  const definitions = definitionsOf(one);
  const groups = [["is the same as", definitions], ["is always", superclassesOf(one)]] as const;
  const first = definitions[0];
  return (
    <section class="card enriched" aria-label={name}>
      <div class="title">
        <h3>{name}</h3>
        <span class="count">
          {figure(one.instances)} {plural(one.instances, "instance", "instances")}, {figure(one.others)} {plural(one.others, "other", "others")} {within ? `in ${within}` : "in all"}
        </span>
      </div>
      {groups.map(
        ([relation, rows]) =>
          rows.length > 0 && (
            <table key={relation}>
              <caption class="unseen">
                {name} {relation}
              </caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="unseen">Ticked</span>
                  </th>
                  <th scope="col">{relation}</th>
                  <th scope="col">F1</th>
                  <th scope="col">Precision</th>
                  <th scope="col">Recall</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Suggested key={row.key} row={row} about={`${name} ${relation}`} one={one} text={spell(row.concept.dl)} notation={notation} isTicked={isTicked(row, toggled)} onToggle={onToggle} onExplore={onExplore} />
                ))}
              </tbody>
            </table>
          ),
      )}
      {one.n_suspects > 0 && first && (
        <Suspects kb={kb} one={one} name={name} onSuspect={(iri) => onSuspect(iri, first.concept.dl, `By the first definition that is suggested for ${name}: ${spell(first.concept.dl)}.`)} onError={onError} />
      )}
    </section>
  );
}

interface SuggestedProps extends Pick<ClassProps, "one" | "notation" | "onToggle" | "onExplore"> {
  row: Row;
  /** The class and how the concept is related to it. */
  about: string;
  text: string;
  isTicked: boolean;
}

function Suggested({ row, about, one, text, notation, isTicked, onToggle, onExplore }: SuggestedProps) {
  return (
    <tr>
      <td>
        <input type="checkbox" aria-label={`${about} ${text}`} checked={isTicked} onChange={() => onToggle(row.key, `${about} ${text}`)} />
      </td>
      <td>
        <button class={`link ${notation === "text" ? "" : "mono"}`} title="Look at it as the answer" onClick={() => onExplore(row.concept.dl)}>
          {text}
        </button>
        <p class="hint">
          <span>
            covers {figure(row.covered)} of {figure(one.instances)} and {figure(row.others_covered)} {plural(row.others_covered, "other", "others")}
          </span>
          {row.expected != null && <span title="F1 of a definition that was learned in the same way from two thirds of the individuals, on the rest">expected F1 {row.expected.toFixed(3)}</span>}
        </p>
      </td>
      <td>{row.f1.toFixed(3)}</td>
      <td>{row.precision.toFixed(3)}</td>
      <td>{row.recall.toFixed(3)}</td>
    </tr>
  );
}

/** The individuals that speak against a definition; their names are asked for when the list is opened. */
function Suspects({ kb, one, name, onSuspect, onError }: Pick<ClassProps, "kb" | "one" | "name" | "onError"> & { onSuspect(iri: string): void }) {
  const naming = useNaming();
  const [isOpen, setOpen] = useState(false);
  const [items, setItems] = useState<Map<string, Item> | null>(null);
  useEffect(() => {
    if (!isOpen || items) return;
    let isCurrent = true;
    api.names(kb, one.suspects.map(({ individual }) => individual)).then(({ found }) => isCurrent && setItems(new Map(found.map((item) => [item.iri, item]))), onError);
    return () => void (isCurrent = false);
  }, [isOpen]);
  const sides = [
    [`is in ${name} and does not look like it`, one.suspects.filter((suspect) => suspect.is_instance)],
    [`looks like ${name} and is not in it`, one.suspects.filter((suspect) => !suspect.is_instance)],
  ] as const;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {figure(one.n_suspects)} {plural(one.n_suspects, "individual speaks", "individuals speak")} against it
      </summary>
      {isOpen && !items && <p class="hint">Reading…</p>}
      {items && (
        <div class="stack">
          {sides.map(
            ([title, suspects]) =>
              suspects.length > 0 && (
                <div key={title}>
                  <h4>
                    {capital(title)} <span class="count">{figure(suspects.length)}</span>
                  </h4>
                  <ul class="chips" aria-label={capital(title)}>
                    {suspects.map(({ individual }) => (
                      <li key={individual}>
                        <button class="plain name" title={individual} onClick={() => onSuspect(individual)}>
                          {nameOf(items.get(individual) ?? { iri: individual, name: individual }, naming)}
                        </button>
                      </li>
                    ))}
                  </ul>
                </div>
              ),
          )}
          {one.n_suspects > one.suspects.length && <p class="hint">Not listed: {figure(one.n_suspects - one.suspects.length)} more.</p>}
        </div>
      )}
    </details>
  );
}
