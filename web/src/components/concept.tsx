// A concept for people: a sentence, a tree, and every notation to take away.

import { useEffect, useState } from "preact/hooks";
import type { RenderAnswer, TreeNode } from "../api";
import { api } from "../client";
import { copy, download } from "../download";
import { layoutTree } from "../layout";

interface Props {
  kb: string;
  concept: string;
  onError(error: unknown): void;
}

const COPIES: [keyof RenderAnswer & ("manchester" | "dl" | "sparql" | "turtle"), string][] = [
  ["manchester", "Manchester"],
  ["dl", "DL"],
  ["sparql", "SPARQL"],
  ["turtle", "Turtle"],
];

export function ConceptCard({ kb, concept, onError }: Props) {
  const [notations, setNotations] = useState<RenderAnswer | null>(null);
  const [note, setNote] = useState("");
  useEffect(() => {
    let isCurrent = true;
    setNote("");
    api.render(kb, concept).then((answer) => isCurrent && setNotations(answer), onError);
    return () => void (isCurrent = false);
  }, [kb, concept]);
  if (!notations) return null;

  async function apply() {
    try {
      const { count, individuals } = await api.retrieve(kb, concept);
      download("instances.txt", individuals.map((iri) => `${iri}\n`).join(""));
      setNote(`${count.toLocaleString("en")} instances downloaded`);
    } catch (error) {
      onError(error);
    }
  }
  async function take(title: string, text: string) {
    setNote((await copy(text)) ? `${title} copied` : "The browser does not let this page copy");
  }
  return (
    <section class="card" aria-labelledby="concept-title">
      <h2 id="concept-title">The concept</h2>
      <p class="sentence">{notations.text}</p>
      <p>
        <code>{notations.manchester}</code>
      </p>
      <Tree nodes={notations.tree} title={notations.dl} />
      <div class="row">
        {COPIES.map(([name, title]) => {
          const text = notations[name];
          return text && <button key={name} onClick={() => void take(title, text)}>Copy {title}</button>;
        })}
        <button onClick={() => void apply()}>Apply to all individuals</button>
        <span role="status">{note}</span>
      </div>
    </section>
  );
}

function Tree({ nodes, title }: { nodes: TreeNode[]; title: string }) {
  const { boxes, width, height } = layoutTree(nodes);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="The tree of the concept">
      <svg class="tree" role="img" aria-label={title} viewBox={`-2 0 ${width + 4} ${height}`} width={width + 4} height={height}>
        {boxes.map((box, index) => {
          const above = box.parent === null ? null : boxes[box.parent]!;
          return above && <path key={index} d={`M${above.x} ${above.y + 14}C${above.x} ${above.y + 32} ${box.x} ${box.y - 32} ${box.x} ${box.y - 14}`} />;
        })}
        {boxes.map((box, index) => (
          <g key={index} class={box.kind}>
            <rect x={box.x - box.width / 2} y={box.y - 15} width={box.width} height={30} rx={6} />
            <text x={box.x} y={box.y}>{box.text}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}
