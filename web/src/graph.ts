// Where the nodes of an ego graph stand: one row each, indented by distance, so that no two names meet.

import type { Neighbourhood } from "./api";

export interface Spot {
  node: number;
  x: number;
  y: number;
  /** The node that it hangs on, and by what. */
  parent: number | null;
  role: string;
  isWitness: boolean;
}

export const ROW = 30;
/** The width of a letter on an edge, about. */
const LETTER = 6.2;
/** The most letters on an edge before they are cut. */
export const MAX_ROLE = 22;

/** A tree from the first node: what an explanation rests on first, then in the order of the roles. */
export function layoutEgo(graph: Neighbourhood): { spots: Spot[]; width: number; height: number } {
  const spots = new Map<number, Spot>([[0, { node: 0, x: 14, y: 0, parent: null, role: "", isWitness: true }]]);
  const below = new Map<number, number[]>();
  const links = graph.edges.flatMap((edge) => [
    { from: edge.from, to: edge.to, role: `${edge.roles.join(", ")} →`, isWitness: edge.witness, isOutgoing: true },
    { from: edge.to, to: edge.from, role: `← ${edge.roles.join(", ")}`, isWitness: edge.witness, isOutgoing: false },
  ]);
  links.sort((a, b) => Number(b.isWitness) - Number(a.isWitness) || Number(b.isOutgoing) - Number(a.isOutgoing) || a.role.localeCompare(b.role));
  // Breadth first, so that every node hangs as near to the first one as it can.
  const open = [0];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const hanging = links.filter((link, index) => link.from === at && !spots.has(link.to) && links.findIndex(({ from, to }) => from === at && to === link.to) === index);
    const longest = Math.max(0, ...hanging.map(({ role }) => Math.min(role.length, MAX_ROLE)));
    const x = spots.get(at)!.x + 26 + longest * LETTER;
    for (const { to, role, isWitness } of hanging) {
      spots.set(to, { node: to, x, y: 0, parent: at, role, isWitness });
      open.push(to);
    }
    below.set(at, hanging.map(({ to }) => to));
  }
  const placed: Spot[] = [];
  const stack = [0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const spot = spots.get(node)!;
    spot.y = placed.length * ROW + 18;
    placed.push(spot);
    stack.push(...[...(below.get(node) ?? [])].reverse());
  }
  const width = Math.max(...placed.map(({ node, x, isWitness }) => x + 43 + widthOf(graph.nodes[node]!.name, isWitness)));
  return { spots: placed, width, height: placed.length * ROW + 12 };
}

/** The most letters of a name before it is cut. */
export const MAX_NAME = 26;

/** The width of a name as it is drawn, about: letters of East Asia are wide, and what an explanation rests on is bold. */
export function widthOf(name: string, isBold: boolean): number {
  const letters = [...name].slice(0, MAX_NAME);
  return (isBold ? 1.15 : 1) * letters.reduce((sum, letter) => sum + (letter >= "\u1100" ? 13 : 7.4), 0);
}

/** A graph with another one around one of its nodes added. */
export function merged(graph: Neighbourhood, more: Neighbourhood): Neighbourhood {
  const nodes = [...graph.nodes];
  const places = more.nodes.map((node) => {
    const known = nodes.findIndex(({ iri }) => iri === node.iri);
    return known >= 0 ? known : nodes.push(node) - 1;
  });
  const has = (from: number, to: number) => graph.edges.some((edge) => edge.from === from && edge.to === to);
  const edges = more.edges.map((edge) => ({ ...edge, from: places[edge.from]!, to: places[edge.to]! })).filter(({ from, to }) => !has(from, to));
  return { nodes, edges: [...graph.edges, ...edges], left_out: graph.left_out };
}
