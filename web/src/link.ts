// The state of the page as the end of its address, so that a link brings it back.

import type { Item, Label } from "./api";
import type { Choices } from "./options";
import type { Enrichment, JobRef } from "./session";

export interface Example extends Item {
  label: Label;
}

/** What a link brings back. */
export interface Shared extends Choices {
  kb: string;
  examples: Example[];
  /** The class whose instances are the positives, where these are not listed. */
  target?: Item;
  /** Names that no answer may use. */
  ignore?: Item[];
  job?: JobRef;
  concept?: string;
  enrichment?: Enrichment;
}

async function pipe(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Packs a state into letters that may stand in an address. */
export async function pack(state: Shared): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpacks a state; nothing if it is none. */
export async function unpack(text: string): Promise<Shared | null> {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const plain = await pipe(bytes, new DecompressionStream("deflate-raw"));
    const state = JSON.parse(new TextDecoder().decode(plain));
    return typeof state?.kb === "string" && Array.isArray(state.examples) ? state : null;
  } catch {
    return null;
  }
}
