// Icons of sixteen pixels and one stroke; whoever uses one names it.

const PATHS = {
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
  redo: "M10 3l3.500 3.500L10 10M13 6.500H6.500a4 4 0 0 0 0 8H9",
  more: "M3.500 8h.100M8 8h.100M12.500 8h.100",
  link: "M6.500 9.500l3-3M7 5l1.500-1.500a2.800 2.800 0 0 1 4 4L11 9M9 11l-1.500 1.500a2.800 2.800 0 0 1-4-4L5 7",
  upload: "M8 11V3M4.500 6.500 8 3l3.500 3.500M2.500 13.500h11",
  download: "M8 3v8M4.500 7.500 8 11l3.500-3.500M2.500 13.500h11",
  play: "M5 3l8 5-8 5z",
  pause: "M5.500 3v10M10.500 3v10",
  stop: "M4 4h8v8H4z",
  info: "M8 7.500V12M8 4.500v.2M14.500 8a6.500 6.500 0 1 1-13 0 6.500 6.500 0 0 1 13 0",
  warning: "M8 6v4M8 12v.2M8 1.800 15 14H1z",
  edit: "M3 13l1-3.500L10.500 3 13 5.500 6.500 12z",
  tag: "M2.500 8.500v-6h6l5.500 5.500-6 6zM5.500 5.500v.2",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
