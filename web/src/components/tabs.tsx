// Tabs as the patterns of ARIA have them: arrows move, and the one in front has the focus.

interface Props<T extends string> {
  name: string;
  label: string;
  tabs: readonly (readonly [T, string])[];
  chosen: T;
  onChoose(tab: T): void;
}

export function Tabs<T extends string>({ name, label, tabs, chosen, onChoose }: Props<T>) {
  function press(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([id]) => id === chosen);
    const [next] = tabs[(at + move + tabs.length) % tabs.length]!;
    onChoose(next);
    document.getElementById(`${name}-${next}`)?.focus();
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={press}>
      {tabs.map(([id, title]) => (
        <button key={id} id={`${name}-${id}`} role="tab" aria-selected={id === chosen} aria-controls={`${name}-panel`} tabIndex={id === chosen ? 0 : -1} onClick={() => onChoose(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}
