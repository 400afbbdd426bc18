import type { AccountFinding } from "../../../src/business/record/conduct/finding.schema.ts";
import { HOUR, MINUTE } from "../../../src/platform/time/durations.rule.ts";
import type { ChartBand, ChartMark } from "../../components/chart/mark.tsx";

export type PicturedFinding = Pick<AccountFinding, "at" | "trades" | "events" | "exonerating">;

/** What a chart of a finding shows. Times are milliseconds since 1970 UTC. */
export interface FindingWindow {
  period: readonly [number, number];
  /** The finding, and the openings and closings of its trades that are in the period. */
  marks: ChartMark[];
  /** The windows of its events. */
  bands: ChartBand[];
}

/** A trade that was opened or closed longer before or after is not what the minutes around a finding show. */
const NEAR = 2 * HOUR;
/** An idea may have hundreds of trades, whose labels would cover each other. */
const MOST_TRADES = 3;

/** Returns the minutes around a finding: its trades, the windows of its events, and a part of them on either side. */
export function windowOfFinding({
  at,
  trades,
  events,
  exonerating,
}: PicturedFinding): FindingWindow {
  const time = Date.parse(at);
  const bands = bandsOf(events, exonerating);
  const shown = trades.length > MOST_TRADES ? [] : trades;
  const tradeMarks = shown.flatMap(({ position, openTime, closeTime }): ChartMark[] => [
    { label: `${position} opened`, time: Date.parse(openTime), tone: "plain" },
    ...(closeTime === null
      ? []
      : [{ label: `${position} closed`, time: Date.parse(closeTime), tone: "plain" } as const]),
  ]);
  const near = tradeMarks.filter((mark) => Math.abs(mark.time - time) <= NEAR);
  const moments = [time, ...near.map((mark) => mark.time), ...bands.flatMap((b) => [b.from, b.to])];
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const room = Math.max(2 * MINUTE, (last - first) / 4);
  const marks = [{ label: "Finding", time, tone: "loss" } as const, ...near];
  return { period: [first - room, last + room], marks, bands };
}

/** The window of each event is that of the first one, moved. */
function bandsOf(
  events: PicturedFinding["events"],
  exonerating: PicturedFinding["exonerating"],
): ChartBand[] {
  const outside = exonerating?.outside;
  const [first] = events;
  if (!first || !Array.isArray(outside)) return [];
  const [before, after] = outside.map((time) => Date.parse(time) - Date.parse(first.at));
  return events.map(({ at, title }) => {
    const time = Date.parse(at);
    return { label: title, from: time + before!, to: time + after! };
  });
}
