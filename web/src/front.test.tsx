import type { ComponentChildren, VNode } from "preact";
import { expect, test } from "vitest";
import type { LearnReport, ProofModel, Solution } from "./api";
import { Front } from "./components/front";

const row = (length: number, proven: boolean) =>
  ({ length, proven, quality: 1, concept: { dl: `C${length}` }, train: { tp: 1, precision: 1, recall: 1, f1: 1 } }) as Solution;

/** What is written in a node, and the titles of what is drawn in it. */
function written(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(written).join("");
  if (node === null || typeof node !== "object") return typeof node === "boolean" ? "" : String(node ?? "");
  const { type, props } = node as VNode<{ title?: string; children?: ComponentChildren }>;
  if (typeof type === "function") return written((type as (props: unknown) => ComponentChildren)(props));
  return `${props.title ? `[${props.title}]` : ""}${written(props.children)}${type === "tr" ? "\n" : ""}`;
}

function front(proof: ProofModel | null) {
  const result = { front: [row(1, true), row(3, true), row(9, false)], proof, settings: {} } as unknown as LearnReport;
  return written(<Front result={result} chosen={null} onChoose={() => {}} />);
}

test("proven rows have a mark, and a sentence says what is proven", () => {
  const text = front({ length: 8, imperfect: 8, among: "all of ALC", statement: "no concept of length 8 or less does better (all of ALC)" });
  const [, first, second, third] = text.split("\n");
  expect(first).toMatch(/^\[Proven: no concept of length 1 or less does better.\]✓ 1/);
  expect(second).toMatch(/^\[Proven: no concept of length 3 or less does better.\]✓ 3/);
  expect(third).toMatch(/^ 9/);
  expect(text).toContain("✓ proven: no concept of length 8 or less does better (all of ALC)");
});

test("nothing is said where nothing is proven", () => {
  expect(front(null)).not.toContain("proven:");
});
