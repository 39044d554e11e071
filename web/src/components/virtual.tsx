// A list of any length: only the rows in sight are there, and pages are fetched when they come into sight.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The height of a row: its buttons must be large enough for what points at them. */
const ROW = globalThis.matchMedia?.("(pointer: coarse)").matches ? 44 : 34;
const PAGE = 100;
/** Rows beyond both ends that are there already. */
const MARGIN = 6;
/** A box cannot be taller than this in all browsers; lists beyond are cut, and say so. */
const MAX_ROWS = 400_000;

export interface Page<T> {
  total: number;
  items: T[];
}

interface Props<T> {
  label: string;
  /** Fetches a page. */
  load(offset: number, limit: number, signal: AbortSignal): Promise<Page<T>>;
  /** Everything that the answers depend on. */
  query: string;
  row(item: T): ComponentChildren;
  keyOf(item: T): string;
  onTotal?(total: number): void;
  onError(error: unknown): void;
  rows?: number;
}

export function VirtualList<T>({ label, load, query, row, keyOf, onTotal, onError, rows = 9 }: Props<T>) {
  const place = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<{ query: string; total: number; known: Map<number, T[]> }>({ query, total: 0, known: new Map() });
  const [top, setTop] = useState(0);
  const asked = useRef(new Set<string>());
  const interest = useRef(new AbortController());

  function fetchPage(page: number) {
    const key = `${query} ${page}`;
    if (asked.current.has(key)) return;
    asked.current.add(key);
    const { signal } = interest.current;
    load(page * PAGE, PAGE, signal).then(
      ({ total, items }) => {
        if (signal.aborted) return;
        onTotal?.(total);
        setPages((before) => ({ query, total, known: new Map(before.query === query ? before.known : []).set(page, items) }));
      },
      (error) => (asked.current.delete(key), signal.aborted || onError(error)),
    );
  }

  useEffect(() => {
    interest.current.abort();
    interest.current = new AbortController();
    asked.current.clear();
    if (place.current) place.current.scrollTop = 0;
    setTop(0);
    const wait = setTimeout(() => fetchPage(0), 60);
    return () => clearTimeout(wait);
  }, [query]);
  useEffect(() => () => interest.current.abort(), []);

  const n = Math.min(pages.total, MAX_ROWS);
  const first = Math.max(0, Math.floor(top / ROW) - MARGIN);
  const last = Math.min(n, Math.ceil(top / ROW) + rows + MARGIN);
  useEffect(() => {
    if (pages.query !== query) return;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last - 1) / PAGE); page += 1) if (page * PAGE < n) fetchPage(page);
  }, [first, last, n]);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <div ref={place} class="virtual" style={{ maxHeight: `${rows * ROW}px` }} tabIndex={0} role="region" aria-label={label} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul style={{ height: `${n * ROW}px` }}>
        {shown.map((index) => {
          const item = pages.known.get(Math.floor(index / PAGE))?.[index % PAGE];
          return (
            <li key={item ? keyOf(item) : index} style={{ top: `${index * ROW}px`, height: `${ROW}px` }} aria-setsize={pages.total} aria-posinset={index + 1}>
              {item ? row(item) : <span class="hint">…</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
