// What is seen before anything is marked: how it goes, and a problem to try.

import { Icon } from "./icon";

export function Start({ question, onTry }: { question: string | null; onTry(): void }) {
  return (
    <section class="card start" aria-labelledby="start-title">
      <h2 id="start-title">Learn a concept from examples</h2>
      <ol>
        <li>
          <b>Point</b> at individuals that belong to what you have in mind, and at some that do not.
        </li>
        <li>
          <b>Learn</b> the shortest description that tells them apart, as a sentence.
        </li>
        <li>
          <b>Look</b> why each individual is in or out, correct it, and answer the next question.
        </li>
      </ol>
      {question && (
        <p>
          New here?{" "}
          <button class="primary" onClick={onTry}>
            <Icon name="play" /> Try: {question}
          </button>
        </p>
      )}
    </section>
  );
}
