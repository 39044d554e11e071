// Who should be labelled next: the individual whose label settles most of what good concepts disagree on.

import { useEffect, useState } from "preact/hooks";
import type { IndividualAnswer, Item, Label, LearnRequest, SuggestAnswer, SuggestionModel } from "../api";
import { api } from "../client";
import { figure, nameOf, percent, useNaming } from "../names";
import { Facts, Types } from "./facts";
import { Icon } from "./icon";
import type { Notation } from "./notation";

interface Props {
  kb: string;
  problem: LearnRequest;
  /** Concepts that may be right, the answer first. */
  concepts: string[];
  notation: Notation;
  /** Whether labels can be changed: not where a class gives them. */
  canMark: boolean;
  /** Marks an individual and learns again with it. */
  onLabel(item: Item, label: Label): void;
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

export function Suggest({ kb, problem, concepts, notation, canMark, onLabel, onExplain, onError }: Props) {
  const naming = useNaming();
  const [answer, setAnswer] = useState<SuggestAnswer | null>(null);
  const [at, setAt] = useState(0);
  const query = JSON.stringify([kb, problem, concepts, naming]);
  useEffect(() => {
    const interest = new AbortController();
    setAnswer(null);
    setAt(0);
    api.suggest(kb, { problem, concepts, names: naming }, interest.signal).then(setAnswer, (error) => interest.signal.aborted || onError(error));
    return () => interest.abort();
  }, [query]);
  if (!canMark) return <p class="hint">The labels come from a class here, so that everyone has one already.</p>;
  if (!answer) return <p class="hint" role="status">Comparing concepts that fit the labels, to find out whose label would decide most…</p>;
  const suggestion = answer.suggestions[at];
  if (!suggestion) {
    return (
      <p class="notice" role="status">
        <Icon name="info" /> {answer.candidates === 0 ? "Everyone has a label already." : `${answer.readings === 1 ? "The one concept that was found says" : `All ${answer.readings} concepts that were found say`} the same about all ${figure(answer.candidates)} individuals without a label: another label would decide nothing.`}
      </p>
    );
  }
  return (
    <div class="stack suggestion">
      <p class="hint">
        {figure(answer.readings)} concepts were compared. What they disagree on is settled best by a label for
      </p>
      <h3 class="who">
        <button class="link" title={suggestion.iri} onClick={() => onExplain(suggestion.iri)}>
          {nameOf(suggestion, naming)}
        </button>
      </h3>
      <p class="hint" title={`Believed to belong: ${percent(suggestion.share)}`}>
        {opinion(suggestion.share)} Does it belong?
      </p>
      <div class="readings">
        <Side suggestion={suggestion} side="inside" label="positive" notation={notation} onLabel={onLabel} />
        <Side suggestion={suggestion} side="outside" label="negative" notation={notation} onLabel={onLabel} />
      </div>
      <div class="row">
        {at + 1 < answer.suggestions.length && (
          <button onClick={() => setAt(at + 1)}>
            I do not know: ask about another one
          </button>
        )}
      </div>
      <Known kb={kb} iri={suggestion.iri} onExplain={onExplain} onError={onError} />
    </div>
  );
}

/** What the concepts say of an individual, no more precisely than they know it. */
export function opinion(share: number): string {
  if (share < 0.1) return "Nearly all good concepts leave it out.";
  if (share < 0.4) return "Most good concepts leave it out.";
  if (share <= 0.6) return "Good concepts are divided.";
  return share <= 0.9 ? "Most good concepts have it in." : "Nearly all good concepts have it in.";
}

/** What is known about the individual in question, so that nobody has to leave the question to look it up. */
function Known({ kb, iri, onExplain, onError }: { kb: string; iri: string } & Pick<Props, "onExplain" | "onError">) {
  const [known, setKnown] = useState<IndividualAnswer | null>(null);
  useEffect(() => {
    let isCurrent = true;
    api.individual(kb, iri).then((answer) => isCurrent && setKnown(answer), onError);
    return () => void (isCurrent = false);
  }, [kb, iri]);
  if (known?.iri !== iri) return null;
  return (
    <>
      <div class="row">
        <Types known={known} />
      </div>
      <Facts known={known} onExplain={onExplain} />
    </>
  );
}

function Side({ suggestion, side, label, notation, onLabel }: { suggestion: SuggestionModel; side: "inside" | "outside"; label: Label; notation: Notation; onLabel: Props["onLabel"] }) {
  const reading = suggestion[side];
  return (
    <div class={`reading ${label}`}>
      <button class={`primary ${label}`} onClick={() => onLabel({ iri: suggestion.iri, name: suggestion.name }, label)}>
        {side === "inside" ? "+ It belongs" : "− It does not"}
      </button>
      <p>
        as in <b>{reading.sentence}</b>
      </p>
      {notation !== "text" && <code>{reading.shown}</code>}
    </div>
  );
}
