// Everyone whom the answer covers, as a table.

import { useState } from "preact/hooks";
import type { Known } from "../api";
import { api, type Task } from "../client";
import { download } from "../download";
import { figure, nameOf, useNaming } from "../names";
import { Icon } from "./icon";
import { VirtualList } from "./virtual";

interface Props {
  kb: string;
  concept: string;
  task: Task;
  onExplain(iri: string): void;
  onError(error: unknown): void;
}

export function Instances({ kb, concept, task, onExplain, onError }: Props) {
  const naming = useNaming();
  const [isNew, setNew] = useState(false);
  const [total, setTotal] = useState<number | null>(null);
  const [note, setNote] = useState("");
  async function save() {
    try {
      download("instances.csv", await api.instancesCsv(kb, task, concept, isNew));
      setNote(`${figure(total ?? 0)} rows downloaded`);
    } catch (error) {
      onError(error);
    }
  }
  return (
    <div class="stack">
      <div class="row">
        <label class="check">
          <input type="checkbox" checked={isNew} onChange={(event) => setNew(event.currentTarget.checked)} />
          only new ones
        </label>
        <span class="spring" />
        <button onClick={() => void save()}>
          <Icon name="download" /> CSV
        </button>
      </div>
      <p class="hint" role="status">
        {note || (total === null ? "Reading…" : `${figure(total)} ${isNew ? "individuals without a label" : "individuals"} are covered`)}
      </p>
      <VirtualList<Known>
        label="Individuals that the answer covers"
        rows={16}
        query={JSON.stringify([kb, concept, task, isNew])}
        load={(offset, limit, signal) => api.instances(kb, task, { concept, new_only: isNew, offset, limit }, signal)}
        keyOf={({ iri }) => iri}
        onTotal={setTotal}
        onError={onError}
        row={(item) => (
          <>
            <button class="name link" title={item.iri} onClick={() => onExplain(item.iri)}>
              {nameOf(item, naming)}
            </button>
            <span class={`known ${item.known ?? "new"}`}>{item.known === "positive" ? "+ known" : item.known === "negative" ? "− known" : "new"}</span>
          </>
        )}
      />
    </div>
  );
}
