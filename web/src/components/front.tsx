// The best concepts by length, to choose from.

import type { LearnReport } from "../api";
import { answers, measureOf } from "../measure";

interface Props {
  result: LearnReport;
  chosen: string | null;
  onChoose(dl: string): void;
}

export function Front({ result, chosen, onChoose }: Props) {
  const rows = answers(result);
  const nLeftOut = result.front.length - rows.length;
  const measure = measureOf(result);
  return (
    <section class="card" aria-labelledby="front-title">
      <h2 id="front-title">The front</h2>
      <p class="hint">
        The best concept of each length that beats all shorter ones. Quality is {measure === "F1" ? "the F1 measure" : measure}.
        {nLeftOut > 0 && ` Left out: ${nLeftOut} that cover${nLeftOut === 1 ? "s" : ""} no positive example.`}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="front-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Length</th>
              <th scope="col">Quality</th>
              <th scope="col">Precision</th>
              <th scope="col">Recall</th>
              {measure !== "F1" && <th scope="col">F1</th>}
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
                <td>{train.precision.toFixed(3)}</td>
                <td>{train.recall.toFixed(3)}</td>
                {measure !== "F1" && <td>{train.f1.toFixed(3)}</td>}
                <td>
                  <button class="link" aria-pressed={concept.dl === chosen} onClick={() => onChoose(concept.dl)}>
                    {concept.dl}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.rivals && <p class="hint">{result.rivals.statement}</p>}
      {result.proof && (
        <p class="hint">
          ✓ proven: {result.proof.statement}
        </p>
      )}
    </section>
  );
}
