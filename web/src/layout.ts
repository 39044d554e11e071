// Where the nodes of drawings stand: concept trees and neighbourhoods.

import type { Neighbourhood, TreeNode } from "./api";

export interface Box {
  text: string;
  kind: string;
  x: number;
  y: number;
  width: number;
  parent: number | null;
}

const LETTER = 8;
const PADDING = 20;
const GAP = 14;
const LEVEL = 62;

/** Leaves stand side by side, every other box over the middle of what is below it. */
export function layoutTree(nodes: TreeNode[]): { boxes: Box[]; width: number; height: number } {
  const boxes: Box[] = [];
  const open: { index: number; left: number }[] = [];
  let deepest = 0;
  for (const [index, node] of nodes.entries()) {
    while (open.length > 0 && open[open.length - 1]!.left === 0) open.pop();
    const above = open[open.length - 1];
    if (above) above.left -= 1;
    const width = [...node.text].length * LETTER + PADDING;
    boxes.push({ text: node.text, kind: node.kind, x: 0, y: open.length, width, parent: above?.index ?? null });
    deepest = Math.max(deepest, open.length);
    open.push({ index, left: node.children });
  }
  // From the back, everything below a box is placed before the box itself.
  const spans: { from: number; to: number }[] = boxes.map(() => ({ from: Infinity, to: -Infinity }));
  let right = 0;
  const leaves = boxes.map((_, index) => nodes[index]!.children === 0);
  for (const [index, box] of boxes.entries()) {
    if (!leaves[index]) continue;
    box.x = right + box.width / 2;
    right += box.width + GAP;
  }
  for (let index = boxes.length - 1; index >= 0; index -= 1) {
    const box = boxes[index]!;
    const span = spans[index]!;
    if (!leaves[index]) box.x = (span.from + span.to) / 2;
    if (box.parent !== null) {
      const above = spans[box.parent]!;
      above.from = Math.min(above.from, box.x);
      above.to = Math.max(above.to, box.x);
    }
  }
  const left = Math.min(0, ...boxes.map((box) => box.x - box.width / 2));
  const width = Math.max(...boxes.map((box) => box.x + box.width / 2)) - left;
  for (const box of boxes) {
    box.x -= left;
    box.y = box.y * LEVEL + 20;
  }
  return { boxes, width, height: deepest * LEVEL + 40 };
}

export interface Place {
  x: number;
  y: number;
}

/** The first node in the middle, those one step away around it, all others further out. */
export function layoutGraph(graph: Neighbourhood, size: number): Place[] {
  const distance = graph.nodes.map((_, index) => (index === 0 ? 0 : Infinity));
  for (let round = 1; round < 4; round += 1) {
    for (const { from, to } of graph.edges) {
      if (distance[from]! === round - 1) distance[to] = Math.min(distance[to]!, round);
      if (distance[to]! === round - 1) distance[from] = Math.min(distance[from]!, round);
    }
  }
  const ring = distance.map((steps) => Math.min(steps, 2));
  const middle = size / 2;
  return graph.nodes.map((_, index) => {
    if (index === 0) return { x: middle, y: middle };
    const same = ring.flatMap((other, at) => (other === ring[index] ? [at] : []));
    const turn = (same.indexOf(index) + (ring[index] === 2 ? 0.5 : 0)) / same.length;
    const isFar = ring[index] === 2;
    const radius = middle * (isFar || !ring.includes(2) ? 0.9 : 0.5);
    const angle = turn * 2 * Math.PI - Math.PI / 2;
    return { x: middle + radius * Math.cos(angle), y: middle + radius * Math.sin(angle) };
  });
}
