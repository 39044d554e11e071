// The languages of labels: those of the browser, unless somebody chose one.

const KEY = "evolearner-language";

/** The language that was chosen, if one was. */
export const chosenLanguage = (): string | null => localStorage.getItem(KEY);

export function keepLanguage(language: string | null): void {
  if (language === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, language);
}

/** The languages that the server is asked for, best first. */
export const wantedLanguages = (): string => [...new Set([chosenLanguage(), ...navigator.languages].filter((tag) => tag !== null))].join(",");

/** A language as people call it who speak it. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    // A file may have tags that no browser knows.
    return tag;
  }
}
