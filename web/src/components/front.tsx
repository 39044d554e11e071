// The best concepts by length: a plot and a table that are one.

import { useEffect, useState } from "preact/hooks";
import type { Best, LearnReport, Point, Spelled } from "../api";
import { api } from "../client";
import { answers, measureOf } from "../measure";
import { capital, useNaming } from "../names";
import { hasCurve, unitOf } from "../steps";
import { Chart } from "./chart";
import type { Notation } from "./notation";

interface Props {
  kb: string;
  result: LearnReport;
  points: Point[];
  chosen: string | null;
  notation: Notation;
  onChoose(dl: string): void;
  onError(error: unknown): void;
}

export function Front({ kb, result, points, chosen, notation, onChoose, onError }: Props) {
  const naming = useNaming();
  const rows = answers(result);
  const [shown, setShown] = useState<Map<string, Spelled>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const concepts = rows.map(({ concept }) => concept.dl);
    api.spell(kb, concepts, naming).then((spelled) => isCurrent && setShown(new Map(spelled.map((one, index) => [concepts[index]!, one]))), onError);
    return () => void (isCurrent = false);
  }, [kb, result, naming]);
  const nLeftOut = result.front.length - rows.length;
  const measure = measureOf(result);
  const at = rows.findIndex(({ concept }) => concept.dl === chosen);
  // A query is too long for a row.
  const spelled = (dl: string) => {
    const text = shown.get(dl)?.[notation === "sparql" ? "dl" : notation] ?? "…";
    return notation === "text" ? capital(text) : text;
  };
  const unit = unitOf(result);
  return (
    <section class="card" aria-labelledby="front-title">
      <h2 id="front-title">The front</h2>
      <p class="hint">
        The best concept of each length that beats all shorter ones, by {measure}. Choose one, here or there.
        {nLeftOut > 0 && ` Left out: ${nLeftOut} that cover${nLeftOut === 1 ? "s" : ""} no positive example.`}
      </p>
      <div class="plots">
        <Chart
          title="Quality against length"
          x="length"
          y="quality"
          isStepped
          pairs={rows.map(({ length, quality }) => [length, quality])}
          chosen={at}
          describe={(index) => `Length ${rows[index]!.length}, quality ${rows[index]!.quality.toFixed(3)}: ${spelled(rows[index]!.concept.dl)}`}
          onChoose={(index) => onChoose(rows[index]!.concept.dl)}
        />
        {hasCurve(unit) && <Chart title={`Quality over ${unit}s`} x={unit} y="quality" pairs={points.map(({ generation, quality }) => [generation, quality])} />}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="front-title">
        <table class="front">
          <thead>
            <tr>
              <th scope="col">Length</th>
              <th scope="col">Quality</th>
              <th scope="col">
                <abbr title="positives that are covered">+ in</abbr>
              </th>
              <th scope="col">
                <abbr title="negatives that are covered">− in</abbr>
              </th>
              <th scope="col">Concept</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ concept, length, quality, train, proven }) => (
              <tr key={concept.dl} class={concept.dl === chosen ? "chosen" : ""}>
                <td>
                  {proven && (
                    <span role="img" aria-label="proven" title={`Proven: no concept of length ${length} or less does better.`}>
                      ✓
                    </span>
                  )}{" "}
                  {length}
                </td>
                <td>{quality.toFixed(3)}</td>
                <td>
                  {train.tp}/{train.tp + train.fn}
                </td>
                <td>
                  {train.fp}/{train.fp + train.tn}
                </td>
                <td>
                  <button class={notation === "text" ? "link" : "link mono"} aria-pressed={concept.dl === chosen} onClick={() => onChoose(concept.dl)}>
                    {spelled(concept.dl)}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.proof && <p class="hint">✓ proven: {result.proof.statement}</p>}
    </section>
  );
}

/** What a run that is under way has found so far. */
export function Running({ best, front, points, unit }: { best: Best; front: Best[]; points: Point[]; unit?: string }) {
  const naming = useNaming();
  return (
    <section class="card answer" aria-labelledby="running-title">
      <h2 id="running-title">The best so far</h2>
      <p class="sentence" aria-live="polite">{capital(best.sentence ?? "")}</p>
      <pre class="code">{naming === "ids" ? best.concept : best.labelled}</pre>
      <p class="hint">
        quality {best.quality.toFixed(3)}, length {best.length}
      </p>
      <div class="plots">
        <Chart title="Quality against length" x="length" y="quality" isStepped pairs={front.map(({ length, quality }): [number, number] => [length, quality]).sort((a, b) => a[0] - b[0])} />
        {hasCurve(unit) && <Chart title={`Quality over ${unit}s`} x={unit} y="quality" pairs={points.map(({ generation, quality }) => [generation, quality])} />}
      </div>
    </section>
  );
}
