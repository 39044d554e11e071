import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, Refusal, watchOffline } from "./client";

/** What was sent, and what the server answers to it. */
let sent: { address: string; init: RequestInit };
let answer: Response;

beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => "secret", setItem: () => {} });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    sent = { address, init };
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const contentType = () => new Headers(sent.init.headers).get("content-type");

test("names stand in an address whatever letters they have, and absent parts of a query do not", async () => {
  answer = Response.json({ total: 0, items: [] });
  const found = await ask("GET /api/v1/knowledge-bases/{kb}/individuals", { path: { kb: "a/b ?" }, query: { q: "é&x", class: undefined, limit: 5 } });
  expect(found).toEqual({ total: 0, items: [] });
  expect(sent.address).toBe("/api/v1/knowledge-bases/a%2Fb%20%3F/individuals?q=%C3%A9%26x&limit=5");
  expect(sent.init.method).toBe("GET");
  expect(sent.init.body).toBeUndefined();
  expect(contentType()).toBeNull();
  expect(new Headers(sent.init.headers).get("authorization")).toBe("Bearer secret");
});

test("a body is JSON unless it is a file", async () => {
  answer = Response.json({});
  await ask("POST /api/v1/jobs", { body: { target_class: "C" } });
  expect([contentType(), sent.init.body]).toEqual(["application/json", '{"target_class":"C"}']);
  answer = Response.json({});
  const file = new Blob(["<a> <b> <c> ."]);
  await ask("POST /api/v1/knowledge-bases", { query: { name: "x.nt" }, body: file });
  expect([contentType(), sent.init.body]).toEqual(["application/octet-stream", file]);
});

test("an answer may be empty, and a refusal has the sentence of the server", async () => {
  answer = new Response(null, { status: 204 });
  expect(await ask("DELETE /api/v1/jobs/{id}", { path: { id: 7 } })).toBeUndefined();
  expect(sent.address).toBe("/api/v1/jobs/7");
  answer = Response.json({ status: 409, title: "Conflict", detail: "job 7 has no result" }, { status: 409 });
  const refusal = await ask("GET /api/v1/jobs/{id}/result", { path: { id: 7 } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ status: 409, message: "job 7 has no result" });
});

test("requests that only read are sent again until the server answers or the caller aborts", async () => {
  vi.useFakeTimers();
  let nCalls = 0;
  let isThere = false;
  vi.stubGlobal("fetch", async (_address: string, { signal }: RequestInit) => {
    nCalls += 1;
    signal?.throwIfAborted();
    if (!isThere) throw new TypeError("Failed to fetch");
    return Response.json([]);
  });
  const seen: boolean[] = [];
  const stop = watchOffline((isOffline) => seen.push(isOffline));
  const bases = ask("GET /api/v1/knowledge-bases", {});
  await vi.advanceTimersByTimeAsync(1000);
  expect([nCalls, seen]).toEqual([3, [true]]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1200);
  expect(await bases).toEqual([]);
  expect(seen).toEqual([true, false]);

  isThere = false;
  const interest = new AbortController();
  const judged = ask("POST /api/v1/knowledge-bases/{kb}/judge", { path: { kb: "x" }, body: { concept: "C", target_class: "D" } }, interest.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(400);
  interest.abort();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await judged).toMatchObject({ name: "AbortError" });
  expect(seen).toEqual([true, false, true, false]);
  stop();
  vi.useRealTimers();
});

test("what changes something is sent once", async () => {
  let nCalls = 0;
  vi.stubGlobal("fetch", async () => {
    nCalls += 1;
    throw new TypeError("Failed to fetch");
  });
  const sendings = [
    () => ask("POST /api/v1/jobs", { body: { target_class: "C" } }),
    () => ask("POST /api/v1/jobs/{id}/cancel", { path: { id: 1 } }),
    () => ask("PUT /api/v1/jobs/{id}/name", { path: { id: 1 }, body: { name: "", note: "" } }),
    () => ask("DELETE /api/v1/jobs/{id}", { path: { id: 1 } }),
    () => ask("POST /api/v1/enrichments", { body: {} }),
  ];
  for (const send of sendings) await expect(send()).rejects.toMatchObject({ status: 0 });
  expect(nCalls).toBe(sendings.length);
});
