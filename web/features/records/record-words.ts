import { format } from "date-fns";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { formatDay, formatMoment } from "../../domain/format/dates.ts";
import type { RecordSource, Trade } from "../../../src/business/record/results/result.schema.ts";

/** Trading days are dates without a time, and the same in every time zone. */
function toLocalDate(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** `Mar 02, 2026` */
export function formatTradingDay(day: string): string {
  return formatDay(toLocalDate(day));
}

/** `Mar 2` */
export function formatShortTradingDay(day: string): string {
  return format(toLocalDate(day), "MMM d");
}

/** `Monday, March 2, 2026` */
export function formatLongTradingDay(day: string): string {
  return format(toLocalDate(day), "EEEE, MMMM d, yyyy");
}

/** Formats `2026-03` as `March 2026`. */
export function formatMonth(month: string): string {
  return format(toLocalDate(`${month}-01`), "MMMM yyyy");
}

/** Returns `Phase 2, since Mar 02, 2026`, or `Phase 1, passed Feb 13, 2026`. */
export function describeStage({ phase, startedAt, endedAt, outcome }: Stage): string {
  if (endedAt === null) return `${phase}, since ${formatDay(startedAt)}`;
  return `${phase}, ${outcome ?? "ended"} ${formatDay(endedAt)}`;
}

export const sideLabels: Readonly<Record<Trade["side"], string>> = { buy: "Buy", sell: "Sell" };

/** Returns `Statement #7, row 12`, or the time at which the feed delivered the trade. */
export function describeSource(source: RecordSource): string {
  return source.kind === "statement"
    ? `Statement #${source.id}, row ${source.row}`
    : `Feed, received ${formatMoment(source.receivedAt)}`;
}
