import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import {
  type EquityPoint,
  equityPointOf,
  readPoint,
  type StoredPoint,
  thin,
} from "../derivation/equity.rule.ts";
import {
  milliseconds,
  readGroups,
  snapshotsIn,
  timeOrInfinity,
} from "../records/read-records.queries.ts";
import type { EquityPoint as EquityPointView } from "./result.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { readDayStart } from "../derivation/played-stages.queries.ts";
import { timelineFrom } from "../derivation/stage-fold.rule.ts";

/** Milliseconds since 1970 UTC, inclusive. */
interface Period {
  from: number;
  to: number;
}

interface StoredDay {
  day: string;
  startsAt: number;
  endsAt: number;
  points: StoredPoint[];
}

/**
 * Reads the equity curve of a stage, thinned to at most `points` points that include its lows and highs. A long
 * period is read from the lows and highs of its days or hours, a short one from the records themselves.
 */
export async function readEquity(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  { from, to, points }: { from?: Date | undefined; to?: Date | undefined; points: number },
): Promise<EquityPointView[]> {
  const period = {
    from: from?.getTime() ?? Number.NEGATIVE_INFINITY,
    to: to?.getTime() ?? Number.POSITIVE_INFINITY,
  };
  const days = await readStoredDays(kysely, stage, period);
  const curve = await readCurve(kysely, stage, { period, days, points });
  return thin(curve, points).map(({ time, balance, equity }) => ({
    time: new Date(time),
    balance: formatDecimal(balance),
    equity: equity === null ? null : formatDecimal(equity),
  }));
}

async function readCurve(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  { period, days, points }: { period: Period; days: StoredDay[]; points: number },
): Promise<EquityPoint[]> {
  const [first] = days;
  if (!first) return [];
  // Each day has at least one record, so if there are more days than points, the records need not be counted.
  const isShort = days.length <= points && (await hasAtMost(kysely, stage, period, points));
  if (isShort) return playDays(kysely, stage, first, period);
  const isWhole = ({ startsAt, endsAt }: StoredDay) =>
    startsAt >= period.from && endsAt - 1 <= period.to;
  const whole = days.filter(isWhole);
  // Thinning keeps four points for each part of the period, so one day per part is enough detail.
  const stored =
    whole.length * 4 >= points
      ? whole.flatMap((day) => day.points)
      : await readHours(kysely, stage, whole);
  const curve = stored.map(readPoint);
  for (const day of days.filter((each) => !isWhole(each))) {
    const from = Math.max(period.from, day.startsAt);
    const to = Math.min(period.to, day.endsAt - 1);
    curve.push(...(await playDays(kysely, stage, day, { from, to })));
  }
  return curve.toSorted((a, b) => a.time - b.time);
}

async function readStoredDays(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  { from, to }: Period,
): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select day::text as day, ${milliseconds("starts_at")} as "startsAt",
      ${milliseconds("ends_at")} as "endsAt", points
    from trading_days where account_id = ${stage.accountId} and stage_id = ${stage.id}
      and ends_at > ${timeOrInfinity(from)}::timestamptz and starts_at <= ${timeOrInfinity(to)}::timestamptz
    order by day`.execute(kysely);
  return rows;
}

async function readHours(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  days: StoredDay[],
): Promise<StoredPoint[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const rows = await kysely
    .selectFrom("equity_hours")
    .select("points")
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .where("day", ">=", first.day)
    .where("day", "<=", last.day)
    .orderBy("day")
    .orderBy("hour")
    .execute();
  return rows.flatMap(({ points }) => points);
}

/** Whether a period has so few records that all of them fit into the curve. */
async function hasAtMost(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  period: Period,
  limit: number,
): Promise<boolean> {
  const [from, to] = [timeOrInfinity(period.from), timeOrInfinity(period.to)];
  const inPeriod = sql`"time" between ${from}::timestamptz and ${to}::timestamptz`;
  const booked = (table: "deals" | "operations") => sql`(
    select 1 from ${sql.table(table)} where account_id = ${stage.accountId}
      and stage_id = ${stage.id} and stands and ${inPeriod} limit ${limit + 1})`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      ${booked("deals")} union all ${booked("operations")} union all (
        select 1 from ${snapshotsIn(stage, { from: period.from, until: period.to, limit: limit + 1 })}
          as snapshots)) as records`.execute(kysely);
  return rows[0]!.count <= limit;
}

/** Plays the records from the start of a day, and returns the points of the period. */
async function playDays(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  { day }: StoredDay,
  { from, to }: Period,
): Promise<EquityPoint[]> {
  const start = await readDayStart(kysely, stage, day);
  const timeline = timelineFrom(stage, start.state, start.funding);
  const points: EquityPoint[] = [];
  for await (const groups of readGroups(kysely, { ...start, until: to })) {
    for (const group of groups) {
      const point = equityPointOf(timeline.play(group));
      if (point.time >= from) points.push(point);
    }
  }
  return points;
}
