// What can be taken away: definitions, the run as a report, the command that does the same.

import { useState } from "preact/hooks";
import type { LearnReport } from "../api";
import { api, call } from "../client";
import { commandOf, problemOf } from "../command";
import { copy, download } from "../download";
import type { Doc } from "../session";
import { Icon } from "./icon";

interface Props {
  doc: Doc;
  kbName: string;
  concept: string;
  result: LearnReport | null;
  onInstances(): void;
  onError(error: unknown): void;
}

export function TakeAway({ doc, kbName, concept, result, onInstances, onError }: Props) {
  const [note, setNote] = useState("");
  const [isShown, setShown] = useState(false);
  const doing = (work: () => Promise<string>) => void work().then(setNote, onError);
  const definition = (kind: "turtle" | "rdfxml", ending: string) =>
    doing(async () => {
      const text = (await api.render(doc.kb, concept, "ids"))[kind];
      if (!text) return "OWL cannot say it in this format";
      download(`definition.${ending}`, text);
      return `definition.${ending} downloaded`;
    });
  const report = () =>
    doing(async () => {
      const response = await call(`/api/v1/jobs/${doc.job?.id}/report.html`);
      download("report.html", await response.text());
      return "report.html downloaded";
    });
  const command = commandOf(doc, kbName, result);
  return (
    <section class="card" aria-labelledby="take-title">
      <h2 id="take-title">Take it with you</h2>
      <div class="row">
        <button onClick={onInstances}>Instances as a table</button>
        <button onClick={() => definition("turtle", "ttl")}>
          <Icon name="download" /> OWL class (Turtle)
        </button>
        <button onClick={() => definition("rdfxml", "owl")}>
          <Icon name="download" /> OWL class (RDF/XML)
        </button>
        {result && (
          <button onClick={report}>
            <Icon name="download" /> HTML report
          </button>
        )}
        <button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          The command line
        </button>
        <span role="status" class="hint">{note}</span>
      </div>
      {isShown && (
        <div class="stack">
          <p class="hint">With the knowledge base in a file and the examples in problem.toml, this learns the same answer:</p>
          <pre class="code" tabIndex={0} aria-label="The command line">{command}</pre>
          <div class="row">
            <button onClick={() => doing(async () => ((await copy(command)) ? "Command copied" : "The browser does not let this page copy"))}>Copy the command</button>
            <button onClick={() => (download("problem.toml", problemOf(doc)), setNote("problem.toml downloaded"))}>
              <Icon name="download" /> problem.toml
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
