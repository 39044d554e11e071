// A small live plot. Colours come from the style sheet, so that both themes fit.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

interface Props {
  title: string;
  x: string;
  y: string;
  /** Pairs in ascending order of x. */
  pairs: [number, number][];
  /** Steps between the points, as a front has them. */
  isStepped?: boolean;
}

const HEIGHT = 190;

/** The distances between marks on the x axis: steps and lengths are whole numbers. */
const WHOLE = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

export function Plot({ title, x, y, pairs, isStepped = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);

  const latest = useRef(pairs);
  latest.current = pairs;

  useEffect(() => {
    const node = place.current!;
    const draw = () => {
      plot.current?.destroy();
      plot.current = new uPlot(options(node, x, y, isStepped), columns(latest.current), node);
    };
    draw();
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: node.clientWidth, height: HEIGHT }));
    resized.observe(node);
    // Canvases do not follow the style sheet by themselves.
    const restyled = new MutationObserver(draw);
    restyled.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", draw);
    return () => {
      resized.disconnect();
      restyled.disconnect();
      system.removeEventListener("change", draw);
      plot.current?.destroy();
    };
  }, []);

  useEffect(() => plot.current?.setData(columns(pairs)), [pairs]);

  const last = pairs[pairs.length - 1];
  const description = last ? `${title}: ${y} ${last[1].toFixed(3)} at ${x} ${last[0]}` : `${title}: nothing yet`;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={place} class="plot" role="img" aria-label={description} />
    </figure>
  );
}

function columns(pairs: [number, number][]): uPlot.AlignedData {
  return [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
}

function options(node: HTMLElement, x: string, y: string, isStepped: boolean): uPlot.Options {
  const style = getComputedStyle(node);
  const ink = style.textDecorationColor;
  const line = style.color;
  const grid = { stroke: style.borderTopColor, width: 1 };
  const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui", labelFont: "12px system-ui", labelSize: 18 };
  return {
    width: node.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.max(0, Math.floor((low ?? 0) * 20 - 1) / 20), Math.max(high ?? 1, 1) + 0.01] } },
    axes: [
      { ...axis, label: x, size: 34, incrs: WHOLE },
      { ...axis, label: y, size: 44 },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 2,
        points: { show: isStepped, size: 7, fill: line },
        paths: isStepped ? uPlot.paths.stepped!({ align: 1 }) : uPlot.paths.linear!(),
      },
    ],
  };
}
