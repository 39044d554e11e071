// What things are called on the page: by label, or by identifier.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Item } from "./api";

export type Naming = "labels" | "ids";

const KEY = "evolearner-names";

export const currentNaming = (): Naming => (localStorage.getItem(KEY) === "ids" ? "ids" : "labels");

export function keepNaming(naming: Naming): void {
  localStorage.setItem(KEY, naming);
}

/** Which of the two is shown. */
export const NamingContext = createContext<Naming>("labels");

export const useNaming = (): Naming => useContext(NamingContext);

/** The end of an IRI. */
export function localName(iri: string): string {
  const at = Math.max(iri.lastIndexOf("#"), iri.lastIndexOf("/"), iri.lastIndexOf(":"));
  return at + 1 < iri.length ? iri.slice(at + 1) : iri;
}

/** What a thing is called. */
export const nameOf = ({ iri, name }: Item, naming: Naming): string => (naming === "ids" ? localName(iri) : name);

/** A text of the server without the quotes that notations need around labels of several words. */
export const unquoted = (text: string): string => text.replace(/'((?:[^'\\]|\\.)*)'/g, (_whole, label: string) => label.replace(/\\(.)/g, "$1"));

/** A text that starts with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number as people write it. */
export const figure = (number: number): string => number.toLocaleString("en");

/** A share in percent. */
export const percent = (share: number): string => `${(100 * share).toFixed(1).replace(/\.0$/, "")}\u00a0%`;
