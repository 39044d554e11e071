// Starts the search for definitions: of all classes, or of the one that the examples are taken from.

import type { Item } from "../api";
import { figure, nameOf, useNaming } from "../names";
import { Icon } from "./icon";

interface Props {
  classes: number;
  /** The class that is looked at, if there is one. */
  target: Item | null;
  isActive: boolean;
  onStart(target: Item | null): void;
}

export function Define({ classes, target, isActive, onStart }: Props) {
  const naming = useNaming();
  return (
    <section class="card" aria-labelledby="define-title">
      <h2 id="define-title">Suggest definitions</h2>
      <p class="hint">What defines a class, what stands above it, and who seems to be in the wrong one. No examples are needed.</p>
      <div class="row">
        {target && (
          <button disabled={isActive} onClick={() => onStart(target)}>
            <Icon name="play" /> For {nameOf(target, naming)}
          </button>
        )}
        <button disabled={isActive} onClick={() => onStart(null)}>
          <Icon name="play" /> For all {figure(classes)} classes
        </button>
      </div>
    </section>
  );
}
