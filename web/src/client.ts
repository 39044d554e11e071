// How the page calls the server. What is sent and answered is typed by api.ts.

import type { ChangeRequest, Endpoints, EnrichRequest, ExamplesRequest, InstancesRequest, JudgeRequest, LearnRequest, SuggestRequest } from "./api";
import { wantedLanguages } from "./language";
import type { Naming } from "./names";
import type { OptionTable } from "./options";

/** Which individuals are examples: those of two lists, or the instances of a class against the rest. */
export type Task = { positives: string[]; negatives: string[] } | { target_class: string };

/** A change of a concept at one of its parts. */
export type Change = ChangeRequest;

export type Settings = Record<string, string | number | boolean>;

/** What the server says is wrong. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const TOKEN = "evolearner-token";

/** Keeps the token of the server for as long as the tab is open. */
export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Sends a request; the name of the tab keeps the queue fair among the people at one machine. */
export async function call(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.set("authorization", `Bearer ${token}`);
  headers.set("x-client", clientName());
  headers.set("accept-language", wantedLanguages() || "*");
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, "The server cannot be reached.");
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    throw new Refusal(response.status, problem?.detail ?? response.statusText);
  }
  return response;
}

/** The pauses between tries to reach the server, in milliseconds. */
export const PAUSES = [300, 600, 1200, 2500, 5000];

/** The requests that change something on the server: sent once, as a lost answer does not say whether they were heard. */
const CHANGES = /^(PUT|DELETE) |^POST [/]api[/]v1[/](jobs|enrichments|knowledge-bases)([/]\{id\}[/]\w+)?$/;

const watchers = new Set<(isOffline: boolean) => void>();
let nWaiting = 0;

/** Says from now on whether requests wait for the server; returns what ends this. */
export function watchOffline(watch: (isOffline: boolean) => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

function countWaiting(change: 1 | -1): void {
  nWaiting += change;
  watchers.forEach((watch) => watch(nWaiting > 0));
}

/** Sends a request until the server can be reached or the caller aborts. */
async function callUntilReached(address: string, init: RequestInit): Promise<Response> {
  let tries = 0;
  try {
    for (;;) {
      try {
        return await call(address, init);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 0) throw error;
      }
      if (tries === 0) countWaiting(1);
      await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]));
      tries += 1;
    }
  } finally {
    if (tries > 0) countWaiting(-1);
  }
}

function clientName(): string {
  let name = sessionStorage.getItem("evolearner-client");
  if (!name) {
    name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem("evolearner-client", name);
  }
  return name;
}

/** What the parts of a request may be, whatever the address. */
interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** Asks one of the addresses of the description. */
export async function ask<E extends keyof Endpoints>(endpoint: E, input: Omit<Endpoints[E], "answer">, signal?: AbortSignal): Promise<Endpoints[E]["answer"]> {
  const { path = {}, query = {}, body }: Parts = input;
  const [method, pattern] = endpoint.split(" ") as [string, string];
  const place = pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(path[name]!));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const isFile = body instanceof Blob;
  const send = CHANGES.test(endpoint) ? call : callUntilReached;
  const response = await send(words.size > 0 ? `${place}?${words}` : place, {
    method,
    signal,
    headers: body === undefined ? {} : { "content-type": isFile ? "application/octet-stream" : "application/json" },
    body: body === undefined || isFile ? body : JSON.stringify(body),
  });
  return response.status === 204 ? undefined : response.json();
}

export const api = {
  knowledgeBases: () => ask("GET /api/v1/knowledge-bases", {}),
  options: async () => (await ask("GET /api/v1/options", {})) as OptionTable,
  classes: (kb: string, q: string, signal?: AbortSignal) => ask("GET /api/v1/knowledge-bases/{kb}/classes", { path: { kb }, query: { q, limit: 30 } }, signal),
  individuals: (kb: string, query: { q: string; class?: string; offset: number; limit: number }, signal?: AbortSignal) =>
    ask("GET /api/v1/knowledge-bases/{kb}/individuals", { path: { kb }, query }, signal),
  individual: (kb: string, individual: string) => ask("GET /api/v1/knowledge-bases/{kb}/individual", { path: { kb }, query: { individual } }),
  neighbourhood: (kb: string, individual: string, names: Naming) =>
    ask("GET /api/v1/knowledge-bases/{kb}/neighbourhood", { path: { kb }, query: { individual, names, limit: 12 } }),
  names: (kb: string, names: string[], signal?: AbortSignal) => ask("POST /api/v1/knowledge-bases/{kb}/names", { path: { kb }, body: { names } }, signal),
  example: (kb: string) => ask("GET /api/v1/knowledge-bases/{kb}/example", { path: { kb } }),
  examples: (kb: string, task: Task, options: Pick<ExamplesRequest, "concept" | "limit">, signal?: AbortSignal) =>
    ask("POST /api/v1/knowledge-bases/{kb}/examples", { path: { kb }, body: { ...task, ...options } }, signal),
  judge: (kb: string, task: Task, options: Pick<JudgeRequest, "concept" | "change" | "names">, signal?: AbortSignal) =>
    ask("POST /api/v1/knowledge-bases/{kb}/judge", { path: { kb }, body: { ...task, ...options } }, signal),
  suggest: (kb: string, body: SuggestRequest, signal?: AbortSignal) => ask("POST /api/v1/knowledge-bases/{kb}/suggestions", { path: { kb }, body }, signal),
  instances: (kb: string, task: Task, options: Pick<InstancesRequest, "concept" | "new_only" | "offset" | "limit">, signal?: AbortSignal) =>
    ask("POST /api/v1/knowledge-bases/{kb}/instances", { path: { kb }, body: { ...task, ...options } }, signal),
  instancesCsv: async (kb: string, task: Task, concept: string, isNew: boolean) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ ...task, concept, new_only: isNew });
    return (await call(`/api/v1/knowledge-bases/${encodeURIComponent(kb)}/instances.csv`, { method: "POST", headers, body })).text();
  },
  render: (kb: string, concept: string, names: Naming) => ask("POST /api/v1/knowledge-bases/{kb}/render", { path: { kb }, body: { concept, names } }),
  spell: (kb: string, concepts: string[], names: Naming) => ask("POST /api/v1/knowledge-bases/{kb}/spell", { path: { kb }, body: { concepts, names } }),
  explain: (kb: string, concept: string, individual: string, names: Naming) =>
    ask("POST /api/v1/knowledge-bases/{kb}/explain", { path: { kb }, body: { concept, individual, names } }),
  world: (kb: string, task: Task, concept: string, signal?: AbortSignal) =>
    ask("POST /api/v1/knowledge-bases/{kb}/world", { path: { kb }, body: { ...task, concept } }, signal),
  worldOf: (kb: string, concept: string, individual: string) =>
    ask("POST /api/v1/knowledge-bases/{kb}/explain", { path: { kb }, body: { concept, individual, world: true } }).then(({ world }) => world ?? null),
  start: (request: LearnRequest) => ask("POST /api/v1/jobs", { body: request }),
  enrich: (request: EnrichRequest) => ask("POST /api/v1/enrichments", { body: request }),
  enrichment: (id: number) => ask("GET /api/v1/enrichments/{id}", { path: { id } }),
  request: (id: number) => ask("GET /api/v1/jobs/{id}/request", { path: { id } }),
  result: (id: number) => ask("GET /api/v1/jobs/{id}/result", { path: { id } }),
  job: (id: number) => ask("GET /api/v1/jobs/{id}", { path: { id } }),
  jobs: () => ask("GET /api/v1/jobs", { query: { limit: 200 } }),
  rename: (id: number, name: string, note: string) => ask("PUT /api/v1/jobs/{id}/name", { path: { id }, body: { name, note } }),
  forget: (id: number) => ask("DELETE /api/v1/jobs/{id}", { path: { id } }),
  steer: (id: number, what: "cancel" | "pause" | "resume") => ask(`POST /api/v1/jobs/{id}/${what}`, { path: { id } }),
  upload: (file: File) => ask("POST /api/v1/knowledge-bases", { query: { name: file.name }, body: file }),
};
