// How to search: a form that is drawn from the server's table of options.

import type { Item } from "../api";
import { nameOf, useNaming } from "../names";
import { AUTO, baseOf, type Choices, enter, inWords, learnerOf, methodOf, type Option, optionsOf, type OptionTable, presetOf, readAll, reset, type Value, wordsOf } from "../options";

interface Props {
  table: OptionTable;
  choices: Choices;
  onChange(choices: Choices): void;
}

interface FormProps extends Props {
  /** Names that no answer may use. */
  ignore: Item[];
  onAllow(item: Item): void;
}

export function OptionsForm({ table, choices, ignore, onAllow, onChange }: FormProps) {
  const { request, problems } = readAll(table, choices);
  const [nChanged, nWrong] = [Object.keys(request.settings).length + ignore.length, Object.keys(problems).length];
  const options = optionsOf(table, choices);
  const advanced = options.filter((option) => option.advanced);
  const [chosen, method] = [learnerOf(table, choices), methodOf(table, choices)];
  const learner = { id: chosen, about: chosen === AUTO ? `The learner of the preset, here ${method.id}. ${method.about}` : method.about };
  const groups = (shown: Option[]) => <Groups table={table} choices={choices} onChange={onChange} options={shown} problems={problems} />;
  return (
    <section class="card" aria-labelledby="options-title">
      <details>
        <summary>
          <h2 id="options-title">Settings</h2>
          {nChanged + nWrong > 0 && <span class="count">{[nChanged > 0 && `${nChanged} changed`, nWrong > 0 && `${nWrong} wrong`].filter(Boolean).join(", ")}</span>}
        </summary>
        <div class="options">
          {ignore.length > 0 && <Never ignore={ignore} onAllow={onAllow} />}
          <Pick title="Method" items={[{ id: AUTO }, ...table.methods]} chosen={learner} onPick={(learner) => onChange({ ...choices, learner })} />
          <Pick title="Start from" items={table.presets} chosen={presetOf(table, choices)} onPick={(preset) => onChange({ ...choices, preset })} />
          {groups(options.filter((option) => !option.advanced))}
          {advanced.length > 0 && (
            <details>
              <summary>Advanced ({advanced.length})</summary>
              <div class="options">{groups(advanced)}</div>
            </details>
          )}
          <button onClick={() => onChange({ settings: {} })}>Back to the defaults</button>
        </div>
      </details>
    </section>
  );
}

/** The names that no answer may use. */
function Never({ ignore, onAllow }: Pick<FormProps, "ignore" | "onAllow">) {
  const naming = useNaming();
  return (
    <div class="option">
      <span>Never used</span>
      <ul class="chips">
        {ignore.map((item) => (
          <li key={item.iri} title={item.iri}>
            <span class="name">{nameOf(item, naming)}</span>
            <button class="quiet" aria-label={`Allow ${nameOf(item, naming)} again`} onClick={() => onAllow(item)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A choice among things that have an id and a sentence. */
function Pick({ title, items, chosen, onPick }: { title: string; items: { id: string }[]; chosen: { id: string; about: string }; onPick(id: string): void }) {
  return (
    <div class="option">
      <label>
        {title}
        <select value={chosen.id} onChange={(event) => onPick(event.currentTarget.value)}>
          {items.map(({ id }) => (
            <option key={id} value={id}>
              {inWords(id)}
            </option>
          ))}
        </select>
      </label>
      <p class="hint">{chosen.about}</p>
    </div>
  );
}

function Groups({ table, choices, onChange, options, problems }: Props & { options: Option[]; problems: Record<string, string> }) {
  const groups = table.groups.map(({ id, title }) => ({ id, title, members: options.filter(({ group }) => group === id) }));
  return (
    <>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ id, title, members }) => (
          <fieldset key={id}>
            <legend>{title}</legend>
            {members.map((option) => (
              <Field
                key={option.name}
                option={option}
                base={baseOf(table, choices, option)}
                entered={choices.settings[option.name]}
                problem={problems[option.name]}
                onEnter={(value) => onChange(enter(table, choices, option, value))}
                onReset={() => onChange(reset(choices, option))}
              />
            ))}
          </fieldset>
        ))}
    </>
  );
}

interface FieldProps {
  option: Option;
  /** What the option is if nothing is entered. */
  base: Value | null;
  entered?: Value;
  problem?: string;
  onEnter(value: Value): void;
  onReset(): void;
}

/** An option: its control, a sentence about it, and another one about what is wrong. */
function Field(props: FieldProps) {
  const { option, entered, problem, onReset } = props;
  const title = inWords(option.name);
  const id = `option-${option.name}`;
  const ids = { id, "aria-describedby": problem ? `${id}-about ${id}-problem` : `${id}-about`, "aria-invalid": problem !== undefined };
  const isSwitch = option.kind === "switch";
  return (
    <div class="option">
      <div class="line">
        {isSwitch && <Control {...props} ids={ids} />}
        {option.kind === "choices" ? <span id={`${id}-title`}>{title}</span> : <label for={id}>{title}</label>}
        {entered !== undefined && (
          <button class="quiet" aria-label={`Reset ${title}`} onClick={onReset}>
            reset
          </button>
        )}
      </div>
      {!isSwitch && <Control {...props} ids={ids} />}
      <p class="hint" id={`${id}-about`} title={option.source ?? undefined}>
        {option.about}
      </p>
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Control({ option, base, entered, onEnter, ids }: FieldProps & { ids: { id: string; "aria-describedby": string; "aria-invalid": boolean } }) {
  const words = option.choices ?? [];
  switch (option.kind) {
    case "switch":
      return <input {...ids} type="checkbox" checked={(entered ?? base) === true} onChange={(event) => onEnter(event.currentTarget.checked)} />;
    case "choice":
      return (
        <select {...ids} value={String(entered ?? "")} onChange={(event) => onEnter(event.currentTarget.value)}>
          <option value="">{base === null ? "automatic" : `default: ${base}`}</option>
          {words.map(({ word, about }) => (
            <option key={word} value={word} title={about}>
              {word}
            </option>
          ))}
        </select>
      );
    case "choices": {
      // Words are added to what is there without them, and other options take them away.
      const [fixed, chosen] = [wordsOf(base), wordsOf(entered ?? base)];
      // In the order of the table, so that the same ticks are always the same value.
      const tick = (ticked: string, isTicked: boolean) => words.map(({ word }) => word).filter((word) => (word === ticked ? isTicked : chosen.includes(word)));
      return (
        <div {...ids} class="words" role="group" aria-labelledby={`${ids.id}-title`}>
          {words.map(({ word, about }) => (
            <label key={word} class="check" title={about}>
              <input type="checkbox" checked={chosen.includes(word)} disabled={fixed.includes(word)} onChange={(event) => onEnter(tick(word, event.currentTarget.checked).join(","))} />
              {word}
            </label>
          ))}
        </div>
      );
    }
    default:
      return (
        <input
          {...ids}
          type="text"
          inputMode={option.kind === "count" ? "numeric" : option.kind === "number" ? "decimal" : "text"}
          autocomplete="off"
          value={String(entered ?? "")}
          placeholder={String(base ?? "none")}
          onInput={(event) => onEnter(event.currentTarget.value)}
        />
      );
  }
}
