import { useState } from "preact/hooks";

/** Asks for the token of a server that has one. */
export function TokenForm({ onToken }: { onToken(token: string): void }) {
  const [token, setToken] = useState("");
  return (
    <main class="narrow">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          onToken(token.trim());
        }}
      >
        <h1>EvoLearner</h1>
        <label>
          This server asks for its token
          <input type="password" autocomplete="off" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        <button class="primary">Enter</button>
      </form>
    </main>
  );
}
