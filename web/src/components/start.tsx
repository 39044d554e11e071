// What is seen before anything is marked: how it goes, and a problem to try.

import { figure } from "../names";
import { Icon } from "./icon";

interface Props {
  question: string | null;
  classes: number;
  onTry(): void;
  onSuggest(): void;
}

export function Start({ question, classes, onTry, onSuggest }: Props) {
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
      <p>
        Without examples:{" "}
        <button class="link" onClick={onSuggest}>
          suggest definitions for all {figure(classes)} classes
        </button>
      </p>
    </section>
  );
}
