// The server's API as typed functions. Types mirror /api/v1/openapi.json as far as the page uses it.

export interface KnowledgeBase {
  id: string;
  name: string;
  individuals: number;
  classes: number;
  uploaded: boolean;
  example: string | null;
}

export interface Item {
  iri: string;
  name: string;
}

export interface ClassItem extends Item {
  instances: number;
}

export interface Page<T> {
  total: number;
  items: T[];
}

export type State = "queued" | "running" | "paused" | "done" | "cancelled" | "failed";

export interface Best {
  concept: string;
  length: number;
  quality: number;
}

export interface Progress {
  generation: number;
  generations: number;
  evaluations: number;
  seconds: number;
  front: Best[];
}

export interface Job {
  id: number;
  knowledge_base: string;
  state: State;
  error: string | null;
  notices: string[];
  best: Best | null;
  progress: Progress | null;
}

export interface Point {
  generation: number;
  quality: number;
  length: number;
}

export interface JobEvent {
  job: Job;
  points: Point[];
}

export interface Measures {
  tp: number;
  fp: number;
  tn: number;
  fn: number;
  accuracy: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface Solution {
  concept: { dl: string };
  sentence: string;
  length: number;
  quality: number;
  train: Measures;
}

export interface Result {
  best: Solution;
  positives: number;
  negatives: number;
  settings: Settings;
  front: Solution[];
  history: { generation: number; quality: number; length: number }[];
  stop: string;
  generations: number;
  evaluations: number;
  seconds: { total: number; load: number };
}

export type Settings = Record<string, string | number | boolean>;

/** Which individuals are examples: those of two lists, or the instances of a class against the rest. */
export type Problem = { positives: string[]; negatives: string[] } | { target_class: string };

/** Examples of one label; with a concept, those that it covers or those that it does not. */
export interface ExampleGroup {
  label: "positive" | "negative";
  covered: boolean | null;
  total: number;
  items: Item[];
}

export interface ExamplesAnswer {
  negatives_are_implied: boolean;
  notices: string[];
  groups: ExampleGroup[];
}

export type LearnRequest = Problem & {
  knowledge_base: string;
  preset: "default" | "paper";
  settings: Settings;
};

export interface SettingsAnswer {
  default: Settings;
  paper: Settings;
  max_seconds: number;
  max_upload_bytes: number;
}

export interface TreeNode {
  text: string;
  kind: "name" | "operator" | "restriction" | "data";
  children: number;
}

export interface Notations {
  dl: string;
  manchester: string;
  functional: string;
  text: string;
  sparql: string | null;
  turtle: string | null;
  shacl: string | null;
  tree: TreeNode[];
}

export interface Verdict {
  concept: string;
  individual: string;
  holds: boolean;
  reason?: string;
  because?: Verdict[];
  left_out?: number;
}

export interface GraphNode {
  iri: string;
  name: string;
  classes: string[];
  values: { property: string; value: string }[];
}

export interface Neighbourhood {
  nodes: GraphNode[];
  edges: { from: number; to: number; roles: string[] }[];
  left_out: number;
}

export interface Explanation {
  member: boolean;
  tree: Verdict;
  missing: string[];
  graph: Neighbourhood;
}

/** What the server says is wrong. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const BASE = "/api/v1";
const TOKEN = "evolearner-token";

/** Keeps the token of the server for as long as the tab is open. */
export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Calls the server; the name of the tab keeps the queue fair among the people at one machine. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.set("authorization", `Bearer ${token}`);
  headers.set("x-client", clientName());
  let response: Response;
  try {
    response = await fetch(BASE + path, { ...init, headers });
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

function clientName(): string {
  let name = sessionStorage.getItem("evolearner-client");
  if (!name) {
    name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem("evolearner-client", name);
  }
  return name;
}

async function get<T>(path: string, query: Record<string, string | number> = {}, signal?: AbortSignal): Promise<T> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await call(words.size > 0 ? `${path}?${words}` : path, { signal });
  return response.json();
}

async function post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await call(path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

const kbPath = (kb: string) => `/knowledge-bases/${encodeURIComponent(kb)}`;

export const api = {
  knowledgeBases: () => get<KnowledgeBase[]>("/knowledge-bases"),
  settings: () => get<SettingsAnswer>("/settings"),
  classes: (kb: string) => get<Page<ClassItem>>(`${kbPath(kb)}/classes`, { limit: 1000 }),
  individuals: (kb: string, query: Record<string, string | number>, signal?: AbortSignal) =>
    get<Page<Item>>(`${kbPath(kb)}/individuals`, query, signal),
  names: (kb: string, names: string[]) =>
    post<{ found: Item[]; unknown: { name: string; message: string }[] }>(`${kbPath(kb)}/names`, { names }),
  example: (kb: string) => get<{ positives: Item[]; negatives: Item[] }>(`${kbPath(kb)}/example`),
  examples: (kb: string, problem: Problem, options: { concept?: string; limit?: number }, signal?: AbortSignal) =>
    post<ExamplesAnswer>(`${kbPath(kb)}/examples`, { ...problem, ...options }, signal),
  render: (kb: string, concept: string) => post<Notations>(`${kbPath(kb)}/render`, { concept }),
  explain: (kb: string, concept: string, individual: string) =>
    post<Explanation>(`${kbPath(kb)}/explain`, { concept, individual }),
  retrieve: (kb: string, concept: string) => post<{ count: number; individuals: string[] }>(`${kbPath(kb)}/retrieve`, { concept }),
  start: (request: LearnRequest) => post<Job>("/jobs", request),
  request: (id: number) => get<Partial<LearnRequest>>(`/jobs/${id}/request`),
  result: (id: number) => get<Result>(`/jobs/${id}/result`),
  job: (id: number) => get<Job>(`/jobs/${id}`),
  steer: (id: number, what: "cancel" | "pause" | "resume") => post<Job>(`/jobs/${id}/${what}`),
  async upload(file: File): Promise<KnowledgeBase> {
    const path = `/knowledge-bases?${new URLSearchParams({ name: file.name })}`;
    const headers = { "content-type": "application/octet-stream" };
    return (await call(path, { method: "POST", headers, body: file })).json();
  },
};
