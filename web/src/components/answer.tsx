// The answer: the sentence first, every notation, and an honest figure.

import { useEffect, useState } from "preact/hooks";
import type { JudgeAnswer, LearnReport, RenderAnswer } from "../api";
import { api } from "../client";
import { copy } from "../download";
import { capital, figure, unquoted, useNaming } from "../names";
import { Estimated } from "./estimate";
import { Icon } from "./icon";
import { type Notation, NOTATIONS, NotationSwitch } from "./notation";

interface Props {
  kb: string;
  concept: string;
  judged: JudgeAnswer | null;
  result: LearnReport | null;
  isEstimating: boolean;
  /** Whether the concept was made by hand. */
  isEdited: boolean;
  /** What to know about the examples. */
  notices: string[];
  notation: Notation;
  onNotation(notation: Notation): void;
  onReset(): void;
  onError(error: unknown): void;
}

export function Answer({ kb, concept, judged, result, isEstimating, isEdited, notices, notation, onNotation, onReset, onError }: Props) {
  const naming = useNaming();
  const [notations, setNotations] = useState<RenderAnswer | null>(null);
  const [note, setNote] = useState("");
  useEffect(() => {
    let isCurrent = true;
    setNote("");
    api.render(kb, concept, naming).then((answer) => isCurrent && setNotations(answer), onError);
    return () => void (isCurrent = false);
  }, [kb, concept, naming]);
  const sentence = judged?.concept === concept ? judged.sentence : (notations?.text ?? "");
  const text = notation === "text" ? sentence : (notations?.[notation] ?? "This notation cannot say it.");
  async function take() {
    setNote((await copy(text)) ? "Copied" : "The browser does not let this page copy");
  }
  const isAnswer = result?.best.concept.dl === concept;
  return (
    <section class="card answer" aria-labelledby="answer-title">
      <div class="title">
        <h2 id="answer-title" tabIndex={-1}>
          The answer
        </h2>
        {isEdited && <span class="badge">changed by you</span>}
        {isEdited && (
          <button class="quiet" onClick={onReset}>
            back to what was learned
          </button>
        )}
      </div>
      <p class="sentence" aria-live="polite">{capital(sentence)}</p>
      <div class="row notation">
        <NotationSwitch notations={NOTATIONS} chosen={notation} onChoose={(chosen) => (onNotation(chosen), setNote(""))} />
        <button onClick={() => void take()}>Copy</button>
        <span role="status" class="hint">{note}</span>
      </div>
      {notation !== "text" && <pre class="code" tabIndex={0} aria-label={`The answer in ${notation}`}>{text}</pre>}
      {judged && <Outcome judged={judged} />}
      {result && isAnswer && <Estimated result={result} isEstimating={isEstimating} />}
      {result && !isAnswer && <p class="hint">What to expect on new examples is known for the learned answer only.</p>}
      {[...(result && isAnswer ? result.warnings : []), ...warningsOf(result)].map((warning) => (
        <p class="notice warning" key={warning}>
          <Icon name="warning" /> {sentenceCase(warning)}
        </p>
      ))}
      {notices.map((notice) => (
        <p class="notice" key={notice}>
          <Icon name="info" /> {sentenceCase(unquoted(notice))}
        </p>
      ))}
      {result && isAnswer && result.chosen.because && (
        <p class="hint">Chosen because {result.chosen.because}.</p>
      )}
    </section>
  );
}

/** What is doubtful about the examples themselves. */
function warningsOf(result: LearnReport | null): string[] {
  if (!result) return [];
  const { positives, negatives } = result;
  const [few, many] = [Math.min(positives, negatives), Math.max(positives, negatives)];
  const warnings: string[] = [];
  if (few < 5) warnings.push(`there ${few === 1 ? "is" : "are"} only ${figure(few)} ${positives <= negatives ? "positive" : "negative"} example${few === 1 ? "" : "s"}: many concepts fit so few`);
  if (many >= 4 * few) warnings.push(`the examples are uneven (${figure(positives)} positive, ${figure(negatives)} negative): look at both rows of the table, not at accuracy alone`);
  return warnings;
}

const sentenceCase = (text: string): string => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** The four outcomes as a table of two by two, and the usual measures. */
function Outcome({ judged }: { judged: JudgeAnswer }) {
  const { tp, fp, tn, fn, accuracy, precision, recall, f1 } = judged.train;
  return (
    <div class="outcome">
      <table class="confusion">
        <caption class="unseen">How many examples the concept covers</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">covered</th>
            <th scope="col">not covered</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <span class="sign positive">+</span> {figure(tp + fn)} positive
            </th>
            <td class="right">✓ {figure(tp)}</td>
            <td class={fn > 0 ? "wrong" : ""}>{fn > 0 ? `✗ ${figure(fn)}` : "0"}</td>
          </tr>
          <tr>
            <th scope="row">
              <span class="sign negative">−</span> {figure(fp + tn)} negative
            </th>
            <td class={fp > 0 ? "wrong" : ""}>{fp > 0 ? `✗ ${figure(fp)}` : "0"}</td>
            <td class="right">✓ {figure(tn)}</td>
          </tr>
        </tbody>
      </table>
      <dl class="measures">
        {([["accuracy", accuracy], ["precision", precision], ["recall", recall], ["F1", f1]] as const).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toFixed(3)}</dd>
          </div>
        ))}
        <div>
          <dt>length</dt>
          <dd>{judged.length}</dd>
        </div>
        <div>
          <dt>covers in all</dt>
          <dd>{figure(judged.covered)}</dd>
        </div>
      </dl>
    </div>
  );
}
