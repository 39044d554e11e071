// How to search, with defaults that need no thought.

import type { Preset, SettingsAnswer } from "../api";
import type { Settings } from "../client";

interface Props {
  defaults: SettingsAnswer;
  preset: Preset;
  settings: Settings;
  onChange(preset: Preset, settings: Settings): void;
}

const CHOICES: Record<string, string[]> = {
  quality: ["accuracy", "f1", "balanced-accuracy", "precision", "recall", "geometric-mean", "matthews"],
  language: ["AL", "ALC", "ALC(D)", "ALCQ", "ALCQ(D)", "ALCIQ(D)"],
};

const NUMBERS: [name: string, title: string, min: number, max: number][] = [
  ["population", "Population", 1, 20000],
  ["generations", "Generations", 0, 20000],
  ["parsimony", "Worth of quality, in nodes", 0, 1e9],
  ["seed", "Seed", 0, 1e9],
];

export function SettingsForm({ defaults, preset, settings, onChange }: Props) {
  const base = defaults[preset] as Settings;
  const set = (name: string, value: string | number | boolean) => {
    const changed = { ...settings, [name]: value };
    // A measure that is named is kept, even if it is the default one: else the server may choose.
    if (value === "" || (value === base[name] && name !== "quality")) delete changed[name];
    onChange(preset, changed);
  };
  /** Unless one is named, the server takes accuracy, or another measure where few examples stand against many. */
  const isFree = (name: string) => name === "quality" && preset === "default";
  const seconds = Number.parseFloat(String(settings.timeout ?? base.timeout ?? defaults.max_seconds));
  return (
    <section class="card" aria-labelledby="settings-title">
      <details>
        <summary>
          <h2 id="settings-title">Settings</h2>
          {Object.keys(settings).length > 0 && <span class="count">{Object.keys(settings).length} changed</span>}
        </summary>
        <div class="form">
          <label>
            Start from
            <select value={preset} onChange={(event) => onChange(event.currentTarget.value as Preset, {})}>
              <option value="default">the recommended settings</option>
              <option value="paper">the paper’s settings</option>
            </select>
          </label>
          {Object.entries(CHOICES).map(([name, words]) => (
            <label key={name}>
              {name === "quality" ? "What is maximised" : "Language"}
              <select value={String(settings[name] ?? (isFree(name) ? "" : base[name]))} onChange={(event) => set(name, event.currentTarget.value)}>
                {isFree(name) && <option value="">automatic</option>}
                {words.map((word) => (
                  <option key={word}>{word}</option>
                ))}
              </select>
            </label>
          ))}
          {NUMBERS.map(([name, title, min, max]) => (
            <label key={name}>
              {title}
              <input type="number" min={min} max={max} value={Number(settings[name] ?? base[name])} onChange={(event) => set(name, event.currentTarget.valueAsNumber)} />
            </label>
          ))}
          <label>
            Time limit, in seconds
            <input type="number" min={1} max={defaults.max_seconds} value={seconds} onChange={(event) => set("timeout", `${event.currentTarget.valueAsNumber}s`)} />
          </label>
          <label class="check">
            <input type="checkbox" checked={Boolean(settings["stop-when-solved"] ?? base["stop-when-solved"])} onChange={(event) => set("stop-when-solved", event.currentTarget.checked)} />
            End at the first concept without mistakes
          </label>
          <button onClick={() => onChange("default", {})}>Back to the defaults</button>
        </div>
      </details>
    </section>
  );
}
