import { expect, test } from "vitest";
import type { Neighbourhood, TreeNode } from "./api";
import { layoutGraph, layoutTree } from "./layout";

const node = (text: string, children: number): TreeNode => ({ text, kind: "name", children });

test("boxes of one level do not overlap, and parents stand over their children", () => {
  const nodes = [node("⊓", 3), node("A", 0), node("∃ r", 1), node("⊔", 2), node("B", 0), node("C", 0), node("D", 0)];
  const { boxes, width } = layoutTree(nodes);
  expect(boxes.map(({ parent }) => parent)).toEqual([null, 0, 0, 2, 3, 3, 0]);
  for (const [index, box] of boxes.entries()) {
    expect(box.x - box.width / 2).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width / 2).toBeLessThanOrEqual(width);
    for (const other of boxes.slice(index + 1).filter(({ y }) => y === box.y)) {
      expect(Math.abs(box.x - other.x)).toBeGreaterThanOrEqual((box.width + other.width) / 2);
    }
    const below = boxes.filter(({ parent }) => parent === index).map(({ x }) => x);
    if (below.length > 0) expect(box.x).toBeCloseTo((Math.min(...below) + Math.max(...below)) / 2);
  }
});

test("neighbours are nearer than their neighbours, and no two nodes share a place", () => {
  const graph: Neighbourhood = {
    nodes: ["a", "b", "c", "d", "e"].map((name) => ({ iri: name, name, classes: [], values: [] })),
    edges: [{ from: 0, to: 1, roles: [] }, { from: 2, to: 0, roles: [] }, { from: 1, to: 3, roles: [] }],
    left_out: 0,
  };
  const places = layoutGraph(graph, 100);
  const far = (index: number) => Math.hypot(places[index]!.x - 50, places[index]!.y - 50);
  expect(far(0)).toBe(0);
  expect(far(1)).toBeCloseTo(far(2));
  expect(far(3)).toBeGreaterThan(far(1));
  expect(far(4)).toBeGreaterThan(far(1));
  expect(new Set(places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(5);
});
