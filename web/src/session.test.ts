import { afterEach, expect, test, vi } from "vitest";
import { changed, EMPTY, keep, kept, redone, renamed, taskOf, undone } from "./session";

afterEach(() => vi.unstubAllGlobals());

const start = { doc: EMPTY, past: [], future: [] };
const named = (kb: string) => ({ ...EMPTY, kb });

test("what is undone can be done again, until something else is done", () => {
  const first = changed(start, "one", named("a"), false);
  const second = changed(first, "two", named("b"), false);
  expect(undone(second).doc.kb).toBe("a");
  expect(undone(undone(second)).doc).toEqual(EMPTY);
  expect(redone(undone(second))).toEqual(second);
  expect(changed(undone(second), "three", named("c"), false).future).toEqual([]);
  expect(undone(start)).toEqual(start);
  expect(redone(start)).toEqual(start);
});

test("changes that go on are one step, and no change is none", () => {
  const moved = changed(changed(start, "move", named("a"), true), "move", named("b"), true);
  expect(moved.past.length).toBe(1);
  expect(undone(moved).doc).toEqual(EMPTY);
  expect(changed(moved, "again", named("b"), false)).toBe(moved);
});

test("a class takes the place of lists of examples", () => {
  const examples = [{ iri: "x", name: "x", label: "positive" as const }, { iri: "y", name: "y", label: "negative" as const }];
  expect(taskOf({ examples, target: null })).toEqual({ positives: ["x"], negatives: ["y"] });
  expect(taskOf({ examples, target: { iri: "C", name: "C" } })).toEqual({ target_class: "C" });
});

test("a name in another language is one in what can be undone, too", () => {
  const x = { iri: "x", name: "dog", label: "positive" as const };
  const marked = changed(start, "mark", { ...EMPTY, examples: [x], ignore: [{ iri: "C", name: "cat" }] }, false);
  const cleared = changed(marked, "clear", { ...EMPTY, target: { iri: "D", name: "D" } }, false);
  const translated = renamed(cleared, new Map([["x", "Hund"], ["C", "Katze"], ["D", "Ding"]]));
  expect(translated.doc.target).toEqual({ iri: "D", name: "Ding" });
  expect(undone(translated).doc.examples).toEqual([{ ...x, name: "Hund" }]);
  expect(undone(translated).doc.ignore).toEqual([{ iri: "C", name: "Katze" }]);
  expect(renamed(cleared, new Map())).toEqual(cleared);
});

test("tabs do not overwrite each other, and a new one goes on from the last", () => {
  const storage = () => {
    const items = new Map<string, string>();
    return { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) };
  };
  vi.stubGlobal("localStorage", storage());
  const [first, second] = [storage(), storage()];
  vi.stubGlobal("sessionStorage", first);
  keep(changed(start, "one", named("a"), false));
  vi.stubGlobal("sessionStorage", second);
  expect(kept()?.doc.kb).toBe("a");
  keep(changed(start, "two", named("b"), false));
  expect(kept()?.doc.kb).toBe("b");
  vi.stubGlobal("sessionStorage", first);
  expect(kept()?.doc.kb).toBe("a");
  vi.stubGlobal("sessionStorage", storage());
  expect(kept()?.doc.kb).toBe("b");
});
