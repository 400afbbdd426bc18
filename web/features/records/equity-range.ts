import type { EquityPoint } from "../../../src/business/trading/records/record.schema.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";

/** The parts of a record that the chart can show, each up to the last point of the record. */
export const equityRanges = { week: "1 W", month: "1 M", all: "All" } as const;
export type EquityRange = keyof typeof equityRanges;

const lengths: Record<EquityRange, number | undefined> = {
  week: 7 * DAY,
  month: 30 * DAY,
  all: undefined,
};

/** Returns the start of a range; `undefined` if it covers the whole record. */
export function rangeStart(points: readonly EquityPoint[], range: EquityRange): Date | undefined {
  const [first, last] = [points[0], points.at(-1)];
  const length = lengths[range];
  if (!first || !last || length === undefined) return undefined;
  const start = last.time.getTime() - length;
  return start > first.time.getTime() ? new Date(start) : undefined;
}

/** Returns the coarse points of a range, shown until the finer ones arrive. */
export function pointsFrom(points: readonly EquityPoint[], start: Date): readonly EquityPoint[] {
  return points.filter(({ time }) => time >= start);
}
