// An individual: in or out and why, what would have to be different, and all that is known about it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplainAnswer, IndividualAnswer, Item, Label, NodeVerdict, VerdictModel } from "../api";
import { api } from "../client";
import type { Example } from "../link";
import { nameOf, unquoted, useNaming } from "../names";
import { Ego } from "./ego";
import { Choice } from "./examples";
import { Facts, Types } from "./facts";

interface Props {
  kb: string;
  /** The answer, if there is one. */
  concept: string | null;
  /** What concept that is, where it is not the answer. */
  by?: string;
  individual: string;
  examples: Example[];
  /** Whether labels can be changed here: not where a class gives them. */
  canMark: boolean;
  mark(items: Item[], label: Label | null): void;
  onExplain(iri: string): void;
  onVerdicts(verdicts: NodeVerdict[]): void;
  onError(error: unknown): void;
}

/** What the verdicts under OWL's own semantics mean. */
const WORLDS: Record<string, string> = {
  entailed: "what is stated makes it an instance",
  excluded: "what is stated rules it out",
  unknown: "nothing is stated that settles it",
  "not decided": "neither was shown",
};

export function Why({ kb, concept, by, individual, examples, canMark, mark, onExplain, onVerdicts, onError }: Props) {
  const naming = useNaming();
  const [explanation, setExplanation] = useState<ExplainAnswer | null>(null);
  const [world, setWorld] = useState<string | null>(null);
  const [known, setKnown] = useState<IndividualAnswer | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isCurrent = true;
    api.individual(kb, individual).then((answer) => isCurrent && setKnown(answer), onError);
    return () => void (isCurrent = false);
  }, [kb, individual]);
  useEffect(() => {
    let isCurrent = true;
    if (concept === null) return setExplanation(null);
    api.explain(kb, concept, individual, naming).then((answer) => {
      if (!isCurrent) return;
      setExplanation(answer);
      onVerdicts(answer.nodes);
    }, onError);
    return () => void (isCurrent = false);
  }, [kb, concept, individual, naming]);
  useEffect(() => {
    let isCurrent = true;
    setWorld(null);
    // A snapshot has no axioms, and of contradictory ones nothing can be said: then there is no verdict.
    if (concept !== null) api.worldOf(kb, concept, individual).then((verdict) => isCurrent && setWorld(verdict), () => {});
    return () => void (isCurrent = false);
  }, [kb, concept, individual]);
  useEffect(() => () => onVerdicts([]), []);
  // Whoever asked by keyboard goes on reading here.
  useEffect(() => title.current?.focus(), [known?.iri]);
  if (!known) return <p class="hint">Reading…</p>;
  const name = nameOf(known, naming);
  const label = examples.find(({ iri }) => iri === known.iri)?.label ?? null;
  return (
    <article class="stack individual" aria-labelledby="why-title">
      <h3 id="why-title" class="who" tabIndex={-1} ref={title} title={known.iri}>
        {explanation ? `Why ${name} ${explanation.member ? "is in" : "is not in"}` : name}
      </h3>
      {explanation && by && <p class="hint">{by}</p>}
      <div class="row">
        {explanation && <span class={`badge ${explanation.member ? "in" : "out"}`}>{explanation.member ? "✓ in" : "✗ out"}</span>}
        <Types known={known} />
        {canMark && <Choice item={{ iri: known.iri, name: known.name }} label={label} mark={mark} />}
      </div>
      {explanation && world && (
        <p class="world hint">
          In an open world: <b>{world}</b> ({WORLDS[world]}).
        </p>
      )}
      {explanation && (
        <>
          <ul class="reasons">
            <Reason verdict={explanation.tree} />
          </ul>
          {explanation.missing.length > 0 && (
            <div class="counterfactual">
              <h4>It would fit if {explanation.missing.length === 1 ? "this were different" : "all of this were different"}:</h4>
              <ul>
                {explanation.missing.map((sentence) => (
                  <li key={sentence}>{neededInWords(sentence, explanation.tree)}</li>
                ))}
              </ul>
            </div>
          )}
          <Ego kb={kb} graph={explanation.graph} examples={examples} onExplain={onExplain} onError={onError} />
        </>
      )}
      <Facts known={known} onExplain={onExplain} />
    </article>
  );
}

/** A verdict and what it rests on; `above` is the individual that the verdict above is about. */
function Reason({ verdict, above = null }: { verdict: VerdictModel; above?: string | null }) {
  const { holds, reason, individual, left_out } = verdict;
  // That it is anything at all goes without saying.
  const because = verdict.because?.filter(({ concept }) => concept !== "⊤") ?? [];
  // A part that joins others is said by these; of the whole it is only said whether it fits.
  const isJoined = JOINED.test(reason ?? "");
  const isRoot = above === null;
  const isWhole = isRoot && because.length > 0;
  const said = isWhole ? (holds ? "fits" : "does not fit") : `${holds ? "is" : "is not"} ${verdict.words}`;
  return (
    <li>
      <span class={holds ? "holds" : "fails"}>{holds ? "✓" : "✗"}</span>{" "}
      {isJoined && !isRoot ? (
        reason && required(reason, holds)
      ) : (
        <>
          {individual !== above && <b>{unquoted(individual)} </b>}
          <span title={unquoted(verdict.concept)}>{said}</span>
          {reason && <span class="hint"> ({isJoined ? required(reason, holds) : shortened(unquoted(reason))})</span>}
        </>
      )}
      {because.length > 0 && (
        <ul>
          {because.map((below, index) => (
            <Reason key={index} verdict={below} above={individual} />
          ))}
          {left_out ? <li>and {left_out} more</li> : null}
        </ul>
      )}
    </li>
  );
}

/** What the server says of a part that joins others. */
const JOINED = /^(\d+) of (\d+) hold$/;

/** How many parts hold, with how many have to where that does not go without saying. */
export function required(reason: string, holds: boolean): string {
  const [, n, of] = JOINED.exec(reason) ?? [];
  if (holds) return n === of ? reason : `${reason}, one is enough`;
  return n === "0" ? reason : `${reason}, all have to`;
}

/** How many neighbours fit, without their names: those that matter have lines of their own. */
const shortened = (reason: string): string => reason.replace(/^(\d+ of \d+ .*? fit)(: |, not ).*$/, "$1");

/** What would have to be different, in the words of the verdict on that part. */
export function neededInWords(sentence: string, tree: VerdictModel): string {
  const [, needs = "", rest = ""] = /^(needs|must not be in) (.*)$/.exec(sentence) ?? [];
  const open = [tree];
  for (let verdict = open.shift(); verdict; verdict = open.shift()) {
    const { concept, words } = verdict;
    if (rest === concept || rest.startsWith(`${concept}; `)) return `${needs === "needs" ? "it has to be" : "it must not be"} ${words}`;
    open.push(...(verdict.because ?? []));
  }
  return unquoted(`it ${sentence}`);
}
