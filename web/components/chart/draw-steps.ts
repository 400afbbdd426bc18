import type uPlot from "uplot";
import type { Level, LevelStep } from "./level-scale.ts";
import type { PlotColors } from "./plot-colors.ts";

/** Length of a dash and of the gap after it, in CSS pixels. */
const DASH = 4;

/** Draws the levels that moved, each step until the next one and the last until the end. */
export function drawSteps(plot: uPlot, levels: readonly Level[], colors: PlotColors): void {
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
