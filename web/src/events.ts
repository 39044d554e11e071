// Server-sent events over fetch: unlike EventSource it can send the token.

import type { JobEvent } from "./api";
import { call } from "./client";

/** Splits a stream of server-sent events; returns what is not a whole event yet. */
export function splitEvents(text: string, take: (name: string, data: string) => void): string {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  for (const block of blocks) {
    let name = "message";
    const data: string[] = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
    // What has no data is only there to keep the connection open.
    if (data.length > 0) take(name, data.join("\n"));
  }
  return rest;
}

/** Follows a job until it ends or somebody loses interest. */
export async function follow(id: number, signal: AbortSignal, take: (event: JobEvent) => void): Promise<void> {
  const response = await call(`/api/v1/jobs/${id}/events`, { signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest = splitEvents(rest + value, (_name, data) => take(JSON.parse(data)));
  }
}
