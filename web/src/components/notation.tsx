// The notation that concepts are shown in.

export type Notation = "text" | "dl" | "manchester" | "sparql";

/** The notations of a single concept. */
export const NOTATIONS = [
  ["text", "Sentence"],
  ["dl", "DL"],
  ["manchester", "Manchester"],
  ["sparql", "SPARQL"],
] as const;

/** The notations that lists of concepts are shown in. */
export const LIST_NOTATIONS = [NOTATIONS[0], NOTATIONS[1], NOTATIONS[2]] as const;

interface Props<N extends Notation> {
  notations: readonly (readonly [N, string])[];
  chosen: N;
  onChoose(notation: N): void;
}

export function NotationSwitch<N extends Notation>({ notations, chosen, onChoose }: Props<N>) {
  return (
    <div class="segmented" role="group" aria-label="Notation">
      {notations.map(([id, title]) => (
        <button key={id} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}
