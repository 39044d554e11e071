// The graph around an individual: properties written on edges, what the explanation rests on drawn strong.

import { useEffect, useState } from "preact/hooks";
import type { Neighbourhood } from "../api";
import { api } from "../client";
import { layoutEgo, MAX_NAME, MAX_ROLE, merged, widthOf } from "../graph";
import type { Example } from "../link";
import { figure, useNaming } from "../names";

interface Props {
  kb: string;
  graph: Neighbourhood;
  examples: Example[];
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function Ego({ kb, graph: first, examples, onExplain, onError }: Props) {
  const naming = useNaming();
  const [graph, setGraph] = useState(first);
  const [opened, setOpened] = useState<string[]>([]);
  useEffect(() => (setGraph(first), setOpened([])), [first]);
  const { spots, width, height } = layoutEgo(graph);
  const labels = new Map(examples.map(({ iri, label }) => [iri, label]));
  const at = new Map(spots.map((spot) => [spot.node, spot]));
  async function expand(iri: string) {
    try {
      const more = await api.neighbourhood(kb, iri, naming);
      setGraph((known) => merged(known, more));
      setOpened((known) => [...known, iri]);
    } catch (error) {
      onError(error);
    }
  }
  return (
    <figure class="ego">
      <figcaption>
        What it is linked to. Strong: what the explanation rests on.
        {graph.left_out > 0 && ` ${figure(graph.left_out)} neighbours are not shown.`}
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label="The graph around the individual">
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label={`${graph.nodes[0]!.name} and ${graph.nodes.length - 1} others`}>
          {spots.map(({ node, x, y, parent, role, isWitness }) => {
            const above = parent === null ? undefined : at.get(parent);
            if (!above) return null;
            return (
              <g key={node} class={isWitness ? "edge witness" : "edge"}>
                <path d={`M${above.x} ${above.y + 9}V${y - 6}q0 6 6 6H${x - 9}`} />
                <text x={above.x + 8} y={y - 5}>
                  {cut(role, MAX_ROLE)}
                  <title>{role}</title>
                </text>
              </g>
            );
          })}
          {spots.map(({ node, x, y, isWitness }) => {
            const { iri, name, classes, values } = graph.nodes[node]!;
            const label = labels.get(iri) ?? "";
            const about = [classes.join(", "), ...values.slice(0, 5).map(({ property, value }) => `${property} ${value}`)].filter(Boolean).join("; ");
            const sign = label === "positive" ? "+" : label === "negative" ? "−" : "";
            return (
              <g key={iri} class={`node ${isWitness ? "witness" : ""} ${label}`} transform={`translate(${x} ${y})`}>
                <g role="button" tabIndex={0} aria-label={`Explain ${name}`} onClick={() => onExplain(iri)} onKeyDown={(event) => event.key === "Enter" && onExplain(iri)}>
                  <title>{about ? `${name}: ${about}` : name}</title>
                  <circle r={8} />
                  <text class="sign" y={4} text-anchor="middle">
                    {sign}
                  </text>
                  <text class="name" x={13} y={4}>
                    {cut(name, MAX_NAME)}
                  </text>
                </g>
                {node !== 0 && !opened.includes(iri) && (
                  <g class="more" transform={`translate(${26 + widthOf(name, isWitness)} 0)`} role="button" tabIndex={0} aria-label={`Show the neighbours of ${name}`} onClick={() => void expand(iri)} onKeyDown={(event) => event.key === "Enter" && void expand(iri)}>
                    <title>Show its neighbours</title>
                    <circle r={7} />
                    <path d="M-3.500 0h7M0-3.500v7" />
                  </g>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}
