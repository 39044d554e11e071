// A small plot in SVG: curves and steps, whose points can be chosen by mouse and keyboard.

interface Props {
  title: string;
  x: string;
  y: string;
  /** Pairs in ascending order of x. */
  pairs: [number, number][];
  /** Steps between the points, as a front has them. */
  isStepped?: boolean;
  /** The point that is chosen. */
  chosen?: number | null;
  /** What a point stands for, where it can be chosen. */
  describe?(index: number): string;
  onChoose?(index: number): void;
}

const [WIDTH, HEIGHT] = [420, 150];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 12, 10, 30];

/** The most points that are drawn: more than a screen has columns show nothing. */
const MAX_POINTS = 400;

export function Chart({ title, x, y, pairs, isStepped = false, chosen = null, describe, onChoose }: Props) {
  const step = Math.ceil(pairs.length / MAX_POINTS) || 1;
  const shown = pairs.filter((_, index) => index % step === 0 || index === pairs.length - 1);
  const xs = shown.map(([value]) => value);
  const ys = shown.map(([, value]) => value);
  // The last step of a front is as long as the others, so that it can be seen.
  const [low, high] = [Math.min(...xs, 1), Math.max(...xs, 2) + (isStepped ? 1 : 0)];
  const floor = Math.max(0, Math.floor(Math.min(...ys, 0.95) * 10) / 10);
  const ceiling = Math.max(1, ...ys);
  const placeX = (value: number) => LEFT + ((value - low) / Math.max(high - low, 1e-9)) * (WIDTH - LEFT - RIGHT);
  const placeY = (value: number) => HEIGHT - BOTTOM - ((value - floor) / Math.max(ceiling - floor, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const path = shown.map(([a, b], index) => {
    const [px, py] = [placeX(a).toFixed(1), placeY(b).toFixed(1)];
    if (index === 0) return `M${px} ${py}`;
    return isStepped ? `H${px}V${py}` : `L${px} ${py}`;
  });
  if (isStepped && shown.length > 0) path.push(`H${WIDTH - RIGHT}`);
  const marks = [floor, (floor + ceiling) / 2, ceiling];
  const ticks = ticksOf(low, high);
  const last = pairs.at(-1);
  const description = last ? `${title}: ${pairs.length} points, the last one ${y} ${last[1].toFixed(3)} at ${x} ${last[0]}` : `${title}: nothing yet`;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role={onChoose ? "group" : "img"} aria-label={description}>
        {marks.map((mark) => (
          <g key={mark} class="grid">
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={placeY(mark)} y2={placeY(mark)} />
            <text x={LEFT - 6} y={placeY(mark) + 4} text-anchor="end">{mark.toFixed(2)}</text>
          </g>
        ))}
        {ticks.map((tick) => (
          <text key={tick} class="tick" x={placeX(tick)} y={HEIGHT - BOTTOM + 14} text-anchor="middle">{tick}</text>
        ))}
        <text class="axis" x={WIDTH - RIGHT} y={HEIGHT - 3} text-anchor="end">{x} →</text>
        <path class="curve" d={path.join("")} />
        {onChoose &&
          shown.map(([a, b], index) => (
            <g key={index} class={index === chosen ? "point chosen" : "point"} role="button" tabIndex={0} aria-label={describe?.(index)} aria-pressed={index === chosen} onClick={() => onChoose(index)} onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onChoose(index))}>
              <title>{describe?.(index)}</title>
              <circle class="target" cx={placeX(a)} cy={placeY(b)} r={12} />
              <circle cx={placeX(a)} cy={placeY(b)} r={index === chosen ? 6 : 4} />
            </g>
          ))}
      </svg>
    </figure>
  );
}

/** Whole numbers between two others, few enough to be read. */
function ticksOf(low: number, high: number): number[] {
  const width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((width) => (high - low) / width <= 8) ?? high - low;
  const first = Math.ceil(low / width) * width;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / width) + 1) }, (_, index) => first + index * width);
}
