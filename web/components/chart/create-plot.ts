import uPlot from "uplot";
import { type FormatTicks, formatTimeTicks } from "./chart-ticks.ts";
import type { Level, LevelScale, LevelStep } from "./level-scale.ts";
import type { PlotColors } from "./plot-colors.ts";

/** Two curves over time. Times are milliseconds since 1970 UTC, in ascending order. */
export interface ChartData {
  times: number[];
  /** Drawn in steps: each value applies until the next one. */
  main: number[];
  /** Drawn as a line with gaps at `null`, or also in steps. */
  second: (number | null)[];
  /** Indices of points after which the line is interrupted although the values at both ends are known. */
  breaks: number[];
}

/** Padding around the plot in CSS pixels; the style sheet uses the same numbers to position the levels. */
const TOP = 8;
const BOTTOM = 28;

/** The width of the right margin in CSS pixels, for the values of the axis or for the labels of levels over them. */
export function rightMargin({ shown }: LevelScale): number {
  return shown.length > 0 ? 92 : 64;
}

/** The size of a printed plot in CSS pixels, within an A4 page; the style sheet gives its frame the same. */
export const PRINTED_SIZE = { width: 690, height: 170 };

/** Half the width of a label; labels further to the left would be cut off. */
const MIN_TICK_LEFT = 22;

interface PlotOptions {
  data: ChartData;
  scale: LevelScale;
  /** The time range; that of the data if absent. */
  period: readonly [number, number] | undefined;
  /** In CSS pixels. */
  size: { width: number; height: number };
  colors: PlotColors;
  /** Formats the labels of the value axis. */
  formatTicks: FormatTicks;
  isSecondStepped: boolean;
}

/** Draws the curves and their axes. The component handles the pointer and the keyboard. */
export function createPlot(host: HTMLElement, plotOptions: PlotOptions): uPlot {
  const { data, scale, period, size, colors, formatTicks, isSecondStepped } = plotOptions;
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const axis: uPlot.Axis = { font, stroke: colors.text, ticks: { show: false } };
  const options: uPlot.Options = {
    ...size,
    ms: 1,
    padding: [TOP, 0, 0, 0],
    legend: { show: false },
    scales: {
      x: { range: (_plot, min, max) => (period ? [...period] : timeRange(min ?? 0, max ?? 0)) },
      y: { range: [scale.min, scale.max] },
    },
    axes: [
      {
        ...axis,
        size: BOTTOM,
        gap: 8,
        space: 60,
        grid: { show: false },
        values: (plot, splits, _axis, _space, step) =>
          formatTimeTicks(splits, step).map((text, index) =>
            plot.valToPos(splits[index]!, "x") < MIN_TICK_LEFT ? "" : text,
          ),
      },
      {
        ...axis,
        side: 1,
        size: rightMargin(scale),
        gap: 10,
        space: 44,
        grid: { stroke: colors.grid, width: 1 },
        values: (_plot, splits, _axis, _space, step) => formatTicks(splits, step),
      },
    ],
    series: [{}, secondCurve(colors, data, isSecondStepped), mainCurve(colors)],
    cursor: cursor(colors),
    // Below the curves.
    hooks: { drawAxes: [(plot) => drawSteps(plot, scale.shown, colors)] },
  };
  return new uPlot(options, [data.times, data.second, data.main], host);
}

export function sizeOf(host: HTMLElement) {
  return { width: host.clientWidth, height: host.clientHeight };
}

/** Moves the crosshair to a point, or hides it. */
export function showCursor(plot: uPlot, index: number | null) {
  const time = index === null ? undefined : plot.data[0][index];
  const left = time === undefined ? -10 : plot.valToPos(time, "x");
  plot.setCursor({ left, top: left < 0 ? -10 : 0 }, false);
}

/** Returns the time range of a chart. A single point is in the middle of an hour instead of in an empty range. */
export function timeRange(from: number, to: number): [number, number] {
  return from === to ? [from - 1_800_000, to + 1_800_000] : [from, to];
}

function mainCurve(colors: PlotColors): uPlot.Series {
  return {
    stroke: colors.main,
    width: 1.75,
    paths: uPlot.paths.stepped!({ align: 1 }),
    points: { show: (plot) => plot.data[0].length === 1, fill: colors.main, size: 6 },
  };
}

function secondCurve(
  colors: PlotColors,
  { times, breaks }: ChartData,
  isStepped: boolean,
): uPlot.Series {
  return {
    ...(isStepped && { paths: uPlot.paths.stepped!({ align: 1 }) }),
    stroke: colors.second,
    width: 1,
    gaps: (plot, _series, _first, _last, gaps) => {
      const all = breaks.map((index): [number, number] => [
        plot.valToPos(times[index]!, "x", true),
        plot.valToPos(times[index + 1]!, "x", true),
      ]);
      return [...gaps, ...all].toSorted((a, b) => a[0] - b[0]);
    },
    points: { show: true, size: 3, fill: colors.second, width: 0, filter: findLonePoints },
  };
}

/** Finds points between two gaps, for which no line is drawn. */
function findLonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series]!;
  return Array.from(values, (_, index) => index).filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null,
  );
}

function cursor(colors: PlotColors): uPlot.Cursor {
  const none = () => null;
  return {
    x: true,
    y: false,
    drag: { x: false, y: false, setScale: false },
    bind: {
      mousedown: none,
      mouseup: none,
      click: none,
      dblclick: none,
      mousemove: none,
      mouseleave: none,
      mouseenter: none,
    },
    points: {
      size: 9,
      width: 2,
      stroke: () => colors.ground,
      fill: (_plot, series) => (series === 1 ? colors.second : colors.main),
    },
  };
}

/** Length of a dash and of the gap after it, in CSS pixels. */
const DASH = 4;

/** Draws the levels that moved, each step until the next one and the last until the end. */
function drawSteps(plot: uPlot, levels: readonly Level[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = colors.limit;
  ctx.lineWidth = devicePixelRatio;
  for (const { steps, look } of levels) {
    if (!steps) continue;
    ctx.setLineDash(
      look === "soft-limit" ? [DASH * devicePixelRatio, DASH * devicePixelRatio] : [],
    );
    ctx.beginPath();
    traceSteps(plot, steps);
    ctx.stroke();
  }
  ctx.restore();
}

function traceSteps(plot: uPlot, steps: readonly LevelStep[]): void {
  const { ctx, bbox } = plot;
  for (const [index, { time, value }] of steps.entries()) {
    const x = plot.valToPos(time, "x", true);
    const y = plot.valToPos(value, "y", true);
    if (index === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
    const next = steps[index + 1];
    ctx.lineTo(next ? plot.valToPos(next.time, "x", true) : bbox.left + bbox.width, y);
  }
}
