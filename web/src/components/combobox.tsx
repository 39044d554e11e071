// A field that suggests names while one types; the server is asked, so that any number of names is fine.

import { useEffect, useId, useState } from "preact/hooks";
import type { Item } from "../api";
import { nameOf, useNaming } from "../names";

interface Props<T extends Item> {
  label: string;
  placeholder?: string;
  /** What fits a text. */
  find(text: string, signal: AbortSignal): Promise<T[]>;
  /** What is said about an item beside its name. */
  about?(item: T): string;
  /** Takes an item; the field shows its name afterwards unless it is to be cleared. */
  onTake(item: T): void;
  /** What is chosen; nothing is shown as chosen without it. */
  chosen?: Item | null;
  onClear?(): void;
  clears?: boolean;
}

export function Combobox<T extends Item>({ label, placeholder, find, about, onTake, chosen, onClear, clears }: Props<T>) {
  const id = useId();
  const naming = useNaming();
  const [text, setText] = useState<string | null>(null);
  const [items, setItems] = useState<T[]>([]);
  const [at, setAt] = useState(0);
  const isOpen = text !== null && items.length > 0;
  useEffect(() => {
    if (text === null) return;
    const interest = new AbortController();
    const wait = setTimeout(() => {
      find(text, interest.signal).then(
        (found) => (setItems(found), setAt(0)),
        () => undefined,
      );
    }, 80);
    return () => (clearTimeout(wait), interest.abort());
  }, [text]);
  function take(item: T | undefined) {
    if (!item) return;
    setText(null);
    setItems([]);
    onTake(item);
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Escape") return (setText(null), setItems([]));
    if (event.key === "ArrowDown" && !isOpen) return setText(text ?? "");
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined && isOpen) {
      event.preventDefault();
      setAt((at + move + items.length) % items.length);
    }
    if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      take(items[at]);
    }
  }
  return (
    <div class="combobox">
      <label for={id}>{label}</label>
      <div class="field">
        <input
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
          placeholder={placeholder}
          value={text ?? (chosen && !clears ? nameOf(chosen, naming) : "")}
          onInput={(event) => setText(event.currentTarget.value)}
          onFocus={() => text === null && !chosen && setText("")}
          onBlur={() => setTimeout(() => (setText(null), setItems([])), 150)}
          onKeyDown={press}
        />
        {chosen && onClear && (
          <button class="quiet" aria-label={`Clear ${label}`} onClick={onClear}>
            ×
          </button>
        )}
      </div>
      <ul id={`${id}-list`} role="listbox" aria-label={label} class="suggestions" hidden={!isOpen}>
        {items.map((item, index) => (
          <li key={item.iri} id={`${id}-${index}`} role="option" aria-selected={index === at} title={item.iri} onMouseDown={(event) => (event.preventDefault(), take(item))}>
            <span class="name">{nameOf(item, naming)}</span>
            {about && <span class="count">{about(item)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
