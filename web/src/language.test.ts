import { afterEach, expect, test, vi } from "vitest";
import { keepLanguage, languageName, wantedLanguages } from "./language";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) });
vi.stubGlobal("navigator", { languages: ["de-AT", "de", "en"] });

afterEach(() => kept.clear());

test("a language that was chosen goes before those of the browser", () => {
  expect(wantedLanguages()).toBe("de-AT,de,en");
  keepLanguage("en");
  expect(wantedLanguages()).toBe("en,de-AT,de");
  keepLanguage(null);
  expect(wantedLanguages()).toBe("de-AT,de,en");
});

test("languages are called as their speakers do", () => {
  expect([languageName("de"), languageName("en"), languageName("not_a_tag")]).toEqual(["Deutsch", "English", "not_a_tag"]);
});
