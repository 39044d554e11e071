// The answer as an outline of its parts: who satisfies each, and what can be done with it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ClassItem, Item, JudgeAnswer, NodeVerdict, Part } from "../api";
import { api, type Change } from "../client";
import { figure, unquoted } from "../names";
import { Combobox } from "./combobox";
import { Icon } from "./icon";

interface Props {
  kb: string;
  judged: JudgeAnswer;
  /** Whether these are the parts of the concept that is shown; until they are, none can be chosen. */
  isCurrent: boolean;
  /** The part that is chosen, by its place. */
  chosen: number | null;
  /** What an explanation says about the parts, if one is open. */
  verdicts: NodeVerdict[];
  onChoose(at: number | null): void;
  /** Changes the concept; `goesOn` while a slider moves. */
  onChange(change: Change, what: string, goesOn?: boolean): void;
  /** Keeps a part and learns what goes with it. */
  onPin(part: Part): void;
  onForbid(item: Item): void;
  onError(error: unknown): void;
}

/** What signs say in words, for those who do not read them. */
const WORDS: Record<string, string> = { "⊓": "all of", "⊔": "any of", "¬": "not", "⊤": "anything", "⊥": "nothing" };

export function Parts({ kb, judged, isCurrent, chosen, verdicts, onChoose, onChange, onPin, onForbid, onError }: Props) {
  const { tp, fn, fp, tn } = judged.train;
  const [nPositives, nNegatives] = [tp + fn, fp + tn];
  const holds = new Map(verdicts.map(({ at, holds }) => [at, holds]));
  const part = chosen === null ? undefined : judged.parts[chosen];
  return (
    <section class="card" aria-labelledby="parts-title">
      <h2 id="parts-title">{judged.parts.length > 1 ? "Its parts" : "Change it"}</h2>
      <p class="hint">{judged.parts.length > 1 ? "How many examples satisfy each part. Choose one to see which they are, and to change it." : "It is a single part: choose it to change it."}</p>
      <ul class="outline" aria-label="The parts of the answer">
        {outline(judged.parts, (node, at, below) => (
          <li key={at}>
            <button class={`part ${node.kind}`} aria-pressed={at === chosen} aria-disabled={!isCurrent} onClick={() => isCurrent && onChoose(at === chosen ? null : at)}>
              <span class="text">
                {holds.has(at) && <span class={holds.get(at) ? "holds" : "fails"}>{holds.get(at) ? "✓" : "✗"} </span>}
                <span class="words">{breakable(words(node))}</span>
              </span>
              <Share sign="+" label="positive" count={node.positives} of={nPositives} />
              <Share sign="−" label="negative" count={node.negatives} of={nNegatives} />
            </button>
            {part && at === chosen && <Editor key={chosen} kb={kb} part={part} at={chosen} onChange={onChange} onPin={onPin} onForbid={onForbid} onClose={() => onChoose(null)} onError={onError} />}
            {below.length > 0 && <ul>{below}</ul>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nests the parts, which stand in prefix order. */
function outline(parts: Part[], draw: (part: Part, at: number, below: ComponentChildren[]) => ComponentChildren): ComponentChildren[] {
  // From the back, everything below a part is drawn before the part itself.
  const drawn: ComponentChildren[] = [];
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const below = drawn.splice(0, parts[at]!.children);
    drawn.unshift(draw(parts[at]!, at, below));
  }
  return drawn;
}

/** A part in words as far as its sign allows. */
export function words({ text, kind }: Pick<Part, "text" | "kind">): string {
  const plain = unquoted(text);
  if (WORDS[plain]) return WORDS[plain];
  const match = kind === "restriction" ? /^(∃|∀|[≥≤=] \d+) (.*)$/.exec(plain) : null;
  if (!match) return plain;
  const [, sign, role] = match as unknown as [string, string, string];
  const name = role.endsWith("⁻") ? `inverse ${role.slice(0, -1)}` : role;
  if (sign === "∃") return `${name} some`;
  if (sign === "∀") return `${name} only`;
  const [comparison, number] = sign.split(" ") as [string, string];
  return `${name} ${{ "≥": "at least", "≤": "at most", "=": "exactly" }[comparison]} ${number}`;
}

/** A text that may also break after the underscores of long names. */
const breakable = (text: string): ComponentChildren[] => text.split(/(?<=_)/).flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : [part]));

/** The width of the bar of all examples, in pixels. */
const BAR = 32;

function Share({ sign, label, count, of }: { sign: string; label: string; count: number; of: number }) {
  return (
    <span class={`share ${label}`} title={`${figure(count)} of ${figure(of)} ${label} examples`}>
      <span class="bar" style={{ width: `${of === 0 ? 0 : Math.round((BAR * count) / of)}px` }} aria-hidden="true" />
      <span class="number">
        {sign} {figure(count)}
      </span>
    </span>
  );
}

interface EditorProps {
  kb: string;
  part: Part;
  at: number;
  onChange: Props["onChange"];
  onPin: Props["onPin"];
  onForbid: Props["onForbid"];
  onClose(): void;
  onError: Props["onError"];
}

/** What can be done with a part. */
function Editor({ kb, part, at, onChange, onPin, onForbid, onClose, onError }: EditorProps) {
  const [what, setWhat] = useState<"replace" | "and" | "or" | null>(null);
  const [hasMore, setMore] = useState(false);
  const name = words(part);
  const verbs = { replace: `Replace ${name} by`, and: `Ask also for`, or: `Allow also` };
  return (
    <div class="editor">
      <h3>
        <Icon name="edit" /> Change “{name}”
      </h3>
      {part.bound && <Slider bound={part.bound} onMove={(value) => onChange({ at, what: "bound", with: value }, `move the bound of ${name.split(" ")[0]}`, true)} />}
      <div class="row">
        <button onClick={() => onChange({ at, what: "drop", with: "" }, `drop ${name}`)}>Drop it</button>
        <button aria-pressed={what === "replace"} onClick={() => setWhat("replace")}>
          Replace…
        </button>
        <button aria-pressed={what === "and"} onClick={() => setWhat("and")}>
          And also…
        </button>
        <button class="quiet" aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>
          {hasMore ? "less" : "more…"}
        </button>
        <button class="quiet" onClick={onClose}>
          close
        </button>
      </div>
      {hasMore && (
        <div class="row">
          <button aria-pressed={what === "or"} onClick={() => setWhat("or")}>
            Or else…
          </button>
          <button title="The next answer has this part, and what is learned to go with it" onClick={() => onPin(part)}>
            Keep it and learn on
          </button>
          {part.names.map((item) => (
            <button key={item.iri} title={item.iri} onClick={() => onForbid(item)}>
              Never use {item.name}
            </button>
          ))}
        </div>
      )}
      {what && (
        <NewPart
          key={what}
          kb={kb}
          label={verbs[what]}
          onTake={(text, name) => (setWhat(null), onChange({ at, what, with: text }, `${what === "replace" ? "replace by" : "add"} ${name}`))}
          onError={onError}
        />
      )}
    </div>
  );
}

/** A class by its name, or any concept as it is written. */
function NewPart({ kb, label, onTake, onError }: { kb: string; label: string; onTake(text: string, name: string): void; onError(error: unknown): void }) {
  const [text, setText] = useState("");
  return (
    <div class="row">
      <Combobox<ClassItem>
        label={label}
        placeholder="name of a class"
        find={async (text, signal) => (await api.classes(kb, text, signal).catch((error) => (signal.aborted || onError(error), { items: [] }))).items}
        about={({ instances }) => figure(instances)}
        onTake={({ iri, name }) => onTake(`<${iri}>`, name)}
        clears
      />
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onTake(text, text);
        }}
      >
        <label>
          or a concept
          <input type="text" value={text} placeholder="hasChild some Parent" autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button>Take</button>
      </form>
    </div>
  );
}

/** Moves a bound over the values that there are. */
function Slider({ bound, onMove }: { bound: NonNullable<Part["bound"]>; onMove(value: string): void }) {
  const start = nearest(bound.values, bound.value);
  const [moved, setMoved] = useState<number | null>(null);
  // What was moved to counts until the answer has come to it.
  const at = moved ?? start;
  useEffect(() => setMoved(null), [bound.value]);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  return (
    <label class="slider">
      Bound: {bound.comparison} <b>{at === start ? bound.value : bound.values[at]}</b>
      <input
        type="range"
        min={0}
        max={Math.max(0, bound.values.length - 1)}
        value={at}
        aria-valuetext={`${bound.comparison} ${bound.values[at] ?? bound.value}`}
        onInput={(event) => {
          const next = Number(event.currentTarget.value);
          setMoved(next);
          clearTimeout(wait.current);
          wait.current = setTimeout(() => onMove(bound.values[next]!), 120);
        }}
      />
    </label>
  );
}

/** The place of the value that is nearest to another one, which need not be among them. */
export function nearest(values: string[], value: string): number {
  const exact = values.indexOf(value);
  if (exact >= 0) return exact;
  const distances = values.map((other) => Math.abs(Number(other) - Number(value)));
  return Math.max(0, distances.indexOf(Math.min(...distances.filter((distance) => !Number.isNaN(distance)))));
}
