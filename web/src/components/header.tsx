import { useRef, useState } from "preact/hooks";
import type { KnowledgeBaseSummary } from "../api";
import { api, Refusal } from "../client";
import { copy } from "../download";
import { languageName } from "../language";
import { figure, type Naming } from "../names";
import type { Session } from "../session";
import { applyTheme, currentTheme, type Theme } from "../theme";
import { Icon } from "./icon";

interface Props {
  kbs: KnowledgeBaseSummary[];
  session: Session;
  naming: Naming;
  onNaming(naming: Naming): void;
  /** The languages of the labels. */
  languages: string[];
  /** The one that was chosen; otherwise those of the browser count. */
  language: string | null;
  onLanguage(language: string | null): void;
  onChoose(id: string): void;
  onUpload(kb: KnowledgeBaseSummary): void;
  onError(error: unknown): void;
  link(): Promise<string>;
}

/** The knowledge base, and what concerns the page as a whole. */
export function Header({ kbs, session, naming, onNaming, languages, language, onLanguage, onChoose, onUpload, onError, link }: Props) {
  const [theme, setTheme] = useState(currentTheme());
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  async function upload(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    try {
      onUpload(await api.upload(file));
    } catch (error) {
      onError(inFile(error, file.name));
    } finally {
      setBusy(false);
      if (picker.current) picker.current.value = "";
    }
  }

  async function share() {
    const isCopied = await copy(await link());
    setNote(isCopied ? "Link copied" : "The link is in the address bar");
  }

  const { undoes, redoes } = session;
  return (
    <header>
      <a class="unseen skip" href="#pane-answer">
        Skip to the answer
      </a>
      <h1>EvoLearner</h1>
      <label class="kb">
        <span class="unseen">Knowledge base</span>
        <select value={session.doc.kb} onChange={(event) => onChoose(event.currentTarget.value)}>
          {kbs.map((base) => (
            <option key={base.id} value={base.id}>
              {base.name} ({figure(base.individuals)} individuals)
            </option>
          ))}
        </select>
      </label>
      <label class="button" aria-busy={isBusy}>
        <Icon name="upload" /> <span class="wide">{isBusy ? "Reading…" : "Upload…"}</span>
        <input ref={picker} type="file" class="unseen" disabled={isBusy} onChange={(event) => void upload(event.currentTarget.files?.[0])} />
      </label>
      <span class="group" role="group" aria-label="History">
        <button class="plain" disabled={undoes === null} title={undoes ? `Undo: ${undoes} (Ctrl Z)` : "Nothing to undo"} onClick={session.undo}>
          <Icon name="undo" /> <span class="wide">Undo</span>
        </button>
        <button class="plain" disabled={redoes === null} title={redoes ? `Redo: ${redoes} (Ctrl Shift Z)` : "Nothing to redo"} onClick={session.redo}>
          <Icon name="redo" /> <span class="wide">Redo</span>
        </button>
      </span>
      <button class="plain menu" aria-expanded={isOpen} aria-controls="header-extras" onClick={() => setOpen(!isOpen)}>
        <Icon name="more" /> <span class="unseen">More</span>
      </button>
      <span class="spring" />
      <span role="status" class="hint">{note}</span>
      <div id="header-extras" class={isOpen ? "extras open" : "extras"}>
        <label class="compact">
          <span class="wide">Names</span>{" "}
          <select value={naming} onChange={(event) => onNaming(event.currentTarget.value as Naming)}>
            <option value="labels">Labels</option>
            <option value="ids">Identifiers</option>
          </select>
        </label>
        {languages.length > 1 && naming === "labels" && (
          <label class="compact">
            <span class="wide">Language</span>{" "}
            <select aria-label="Language of labels" value={language ?? ""} onChange={(event) => onLanguage(event.currentTarget.value || null)}>
              <option value="">Browser</option>
              {[...new Set([...languages, ...(language ? [language] : [])])].map((tag) => (
                <option key={tag} value={tag}>
                  {languageName(tag)}
                </option>
              ))}
            </select>
          </label>
        )}
        <button onClick={() => void share()}>
          <Icon name="link" /> <span class="wide">Copy link</span>
        </button>
        <label class="compact">
          <span class="unseen">Colours</span>
          <select
            value={theme}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Theme;
              applyTheme(chosen);
              setTheme(chosen);
            }}
          >
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <a href="/reference">API</a>
      </div>
    </header>
  );
}

/** An error with the file that it is about, unless it says already where in the file something is wrong. */
function inFile(error: unknown, name: string): unknown {
  return error instanceof Refusal && !error.message.startsWith(name) ? new Refusal(error.status, `${name}: ${error.message}`) : error;
}
