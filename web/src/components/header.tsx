import { useRef, useState } from "preact/hooks";
import type { KnowledgeBaseSummary } from "../api";
import { api } from "../client";
import { copy } from "../download";
import { applyTheme, currentTheme, type Theme } from "../theme";

interface Props {
  kbs: KnowledgeBaseSummary[];
  kb: string;
  onChoose(id: string): void;
  onUpload(kb: KnowledgeBaseSummary): void;
  onError(error: unknown): void;
  link(): Promise<string>;
}

/** The knowledge base, and what concerns the page as a whole. */
export function Header({ kbs, kb, onChoose, onUpload, onError, link }: Props) {
  const [theme, setTheme] = useState(currentTheme());
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  async function upload(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    try {
      onUpload(await api.upload(file));
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
      if (picker.current) picker.current.value = "";
    }
  }

  async function share() {
    const isCopied = await copy(await link());
    setNote(isCopied ? "Link copied" : "The link is in the address bar");
  }

  return (
    <header>
      <h1>EvoLearner</h1>
      <label>
        Knowledge base{" "}
        <select value={kb} onChange={(event) => onChoose(event.currentTarget.value)}>
          {kbs.map((base) => (
            <option key={base.id} value={base.id}>
              {base.name} ({base.individuals.toLocaleString("en")} individuals)
            </option>
          ))}
        </select>
      </label>
      <label class="button" aria-busy={isBusy}>
        {isBusy ? "Reading…" : "Upload…"}
        <input ref={picker} type="file" class="unseen" disabled={isBusy} onChange={(event) => void upload(event.currentTarget.files?.[0])} />
      </label>
      <span class="spring" />
      <span role="status">{note}</span>
      <button onClick={() => void share()}>Copy link</button>
      <a href="/reference">API</a>
      <label>
        <span class="unseen">Colours</span>
        <select
          value={theme}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Theme;
            applyTheme(chosen);
            setTheme(chosen);
          }}
        >
          <option value="system">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </header>
  );
}
