// Why an individual is in or out: the reasons as a tree, and drawn on the graph around it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplainAnswer, Neighbourhood, VerdictModel } from "../api";
import { api } from "../client";
import { layoutGraph } from "../layout";
import type { Example } from "../link";

interface Props {
  kb: string;
  concept: string;
  individual: string;
  examples: Example[];
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

export function ExplanationCard({ kb, concept, individual, examples, onExplain, onError }: Props) {
  const [explanation, setExplanation] = useState<ExplainAnswer | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isCurrent = true;
    api.explain(kb, concept, individual).then((answer) => isCurrent && setExplanation(answer), onError);
    return () => void (isCurrent = false);
  }, [kb, concept, individual]);
  // Whoever asked by keyboard goes on reading here.
  useEffect(() => title.current?.focus(), [explanation]);
  if (!explanation) return null;
  const centre = explanation.graph.nodes[0]!;
  return (
    <section class="card" aria-labelledby="explanation-title">
      <h2 id="explanation-title" tabIndex={-1} ref={title}>
        Why {centre.name} {explanation.member ? "is in" : "is not in"}
      </h2>
      <p class="hint">
        {centre.classes.join(", ")}
        {centre.values.length > 0 && `; ${centre.values.map(({ property, value }) => `${property} ${value}`).join(", ")}`}
      </p>
      <div class="explanation">
        <div>
          <ul class="reasons">
            <Reason verdict={explanation.tree} />
          </ul>
          {explanation.missing.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <Drawing explanation={explanation} examples={examples} onExplain={onExplain} />
      </div>
    </section>
  );
}

function Reason({ verdict }: { verdict: VerdictModel }) {
  return (
    <li>
      <span class={verdict.holds ? "holds" : "fails"}>{verdict.holds ? "✓" : "✗"}</span> {verdict.individual} {verdict.holds ? "∈" : "∉"} <code>{verdict.concept}</code>
      {verdict.reason && <span class="hint"> ({verdict.reason})</span>}
      {verdict.because && (
        <ul>
          {verdict.because.map((below, index) => (
            <Reason key={index} verdict={below} />
          ))}
          {verdict.left_out ? <li>and {verdict.left_out} more</li> : null}
        </ul>
      )}
    </li>
  );
}

/** The steps from one individual to another on which the explanation rests. */
export function steps(verdict: VerdictModel): Set<string> {
  const found = new Set<string>();
  const open = [verdict];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const below of next.because ?? []) {
      if (below.individual !== next.individual) {
        found.add(`${next.individual} ${below.individual}`);
        found.add(`${below.individual} ${next.individual}`);
      }
      open.push(below);
    }
  }
  return found;
}

const SIZE = 420;

function Drawing({ explanation, examples, onExplain }: { explanation: ExplainAnswer; examples: Example[]; onExplain(iri: string): void }) {
  const { graph } = explanation;
  const places = layoutGraph(graph, SIZE);
  const used = steps(explanation.tree);
  const labels = new Map(examples.map(({ iri, label }) => [iri, label]));
  const isUsed = (edge: Neighbourhood["edges"][number]) => used.has(`${graph.nodes[edge.from]!.name} ${graph.nodes[edge.to]!.name}`);
  const witnesses = new Set(graph.edges.filter(isUsed).flatMap(({ from, to }) => [from, to]));
  return (
    <figure class="drawing">
      <figcaption>
        The graph around it; what the explanation rests on is drawn strong.
        {graph.left_out > 0 && ` ${graph.left_out} neighbours are not shown.`}
      </figcaption>
      <svg viewBox={`-60 -10 ${SIZE + 120} ${SIZE + 20}`} role="group" aria-label="The graph around the individual">
        {graph.edges.map((edge, index) => {
          const [from, to] = [places[edge.from]!, places[edge.to]!];
          return <line key={index} class={isUsed(edge) ? "used" : ""} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
        })}
        {graph.edges.map((edge, index) => {
          if (!isUsed(edge)) return null;
          const [from, to] = [places[edge.from]!, places[edge.to]!];
          // Nearer to where it starts, so that both directions can be read.
          return <text key={index} class="role" x={from.x * 0.6 + to.x * 0.4} y={from.y * 0.6 + to.y * 0.4}>{edge.roles.join(", ")}</text>;
        })}
        {graph.nodes.map((node, index) => (
          <g key={node.iri} class={`node ${index === 0 ? "centre" : witnesses.has(index) ? "witness" : ""} ${labels.get(node.iri) ?? ""}`} transform={`translate(${places[index]!.x} ${places[index]!.y})`} role="button" tabIndex={0} aria-label={`Explain ${node.name}`} onClick={() => onExplain(node.iri)} onKeyDown={(event) => event.key === "Enter" && onExplain(node.iri)}>
            <title>{`${node.name}: ${node.classes.join(", ")}`}</title>
            <circle r={index === 0 ? 13 : 9} />
            <text y={index === 0 ? 28 : 22}>{node.name}</text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
