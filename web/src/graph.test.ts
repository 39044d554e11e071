import { expect, test } from "vitest";
import type { Neighbourhood } from "./api";
import { layoutEgo, merged } from "./graph";

function graph(names: string[], edges: [number, number, boolean][]): Neighbourhood {
  return {
    nodes: names.map((name) => ({ iri: name, name, classes: [], values: [], witness: false })),
    edges: edges.map(([from, to, witness]) => ({ from, to, roles: ["r"], witness })),
    left_out: 0,
  };
}

test("every node has a row of its own, witnesses first, those behind others further in", () => {
  const { spots } = layoutEgo(graph(["a", "b", "c", "d"], [[0, 1, false], [0, 2, true], [2, 3, false], [3, 0, false]]));
  expect(new Set(spots.map(({ y }) => y)).size).toBe(4);
  const at = (node: number) => spots.find((spot) => spot.node === node)!;
  expect(at(2).y).toBeLessThan(at(1).y);
  expect(at(2).isWitness).toBe(true);
  // d is a neighbour of a itself, against the direction of the edge.
  expect([at(3).parent, at(3).role]).toEqual([0, "← r"]);
  expect(at(1).x).toBeGreaterThan(at(0).x);
});

test("a second graph adds what is new", () => {
  const both = merged(graph(["a", "b"], [[0, 1, true]]), graph(["b", "a", "c"], [[0, 2, false], [1, 0, false]]));
  expect(both.nodes.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(both.edges.map(({ from, to }) => [from, to])).toEqual([[0, 1], [1, 2]]);
});
