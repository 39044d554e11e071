import { expect, test } from "vitest";
import { pack, type Shared, unpack } from "./link";

const STATE: Shared = {
  kb: "family",
  examples: [
    { iri: "http://example.org/é#1", name: "Zoë", label: "positive" },
    { iri: "_:b", name: "_:b", label: "negative" },
  ],
  target: { iri: "http://example.org/é#C", name: "C" },
  learner: "evolve",
  preset: "paper",
  settings: { population: 10, "stop-when-solved": true },
  job: { id: 7, created: 9 },
  concept: "∃ hasChild.⊤",
};

test("a state comes back from an address", async () => {
  const text = await pack(STATE);
  expect(text).toMatch(/^[\w-]+$/);
  expect(await unpack(text)).toEqual(STATE);
});

test("a thousand examples fit into an address", async () => {
  const examples = Array.from({ length: 1000 }, (_, index) => ({ iri: `http://example.org/kb#individual-${index}`, name: `individual-${index}`, label: "positive" as const }));
  expect((await pack({ ...STATE, examples })).length).toBeLessThan(20_000);
});

test("what is no state is nothing", async () => {
  for (const text of ["", "hello", "%%%", "eyJhIjoxfQ", (await pack(STATE)).slice(0, 20)]) {
    expect(await unpack(text)).toBeNull();
  }
});
