import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../platform/context.ts";
import { shownDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { gradeDays } from "../../rulebook/timeline/coverage.rule.ts";
import { milliseconds, timeOrInfinity } from "../records/read-records.queries.ts";
import type { TradingDay } from "./result.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";

interface DayRow extends Omit<TradingDay, "evidence"> {
  startsAt: number;
  endsAt: number;
  carriedSince: number | null;
  firstObservation: number | null;
  openSince: number | null;
  openSeconds: number;
  observedSeconds: number;
}

/** Days such as `2026-03-02`, inclusive. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the trading days of a stage that have records, oldest first. A day that is shown under the date before its
 * name is found by that date.
 */
export async function readDays(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  stage: RecordStage,
  { from, to }: DayRange,
): Promise<TradingDay[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, ${milliseconds("starts_at")} as "startsAt",
      ${milliseconds("ends_at")} as "endsAt",
      opening_balance as "openingBalance", closing_balance as "closingBalance", net,
      trades, wins, losses, equity_low as "equityLow", equity_high as "equityHigh",
      ${milliseconds("carried_since")} as "carriedSince",
      ${milliseconds("first_observation")} as "firstObservation",
      ${milliseconds("open_since")} as "openSince", open_seconds as "openSeconds", observed_seconds as "observedSeconds"
    from trading_days where account_id = ${stage.accountId} and stage_id = ${stage.id}
      and day >= coalesce(${from ?? null}::date, '-infinity')
      and day <= coalesce(${to ?? null}::date + 1, 'infinity')
    order by day`.execute(kysely);
  const shownOn = shownDays(stage.dayStart);
  const days = rows
    .map((row) => ({ ...row, day: shownOn(row.endsAt) }))
    .filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to));
  const asOf = Math.min(clock.now().getTime(), stage.endedAt ?? Number.POSITIVE_INFINITY);
  const last = days.at(-1);
  const next =
    to === undefined || !last ? undefined : await readNextObservation(kysely, stage, last.endsAt);
  const grades = gradeDays(days, next ?? asOf, stage.maxGapSeconds);
  return days.map((day, index) => present(day, grades[index]!));
}

/** Finds the first observation of equity after the end of a day. */
async function readNextObservation(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  endsAt: number,
): Promise<number | undefined> {
  const day = await kysely
    .selectFrom("trading_days")
    .select("first_observation")
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .where("starts_at", ">=", timeOrInfinity(endsAt))
    .where("first_observation", "is not", null)
    .orderBy("day")
    .executeTakeFirst();
  return day ? Date.parse(day.first_observation!) : undefined;
}

function present(row: DayRow, evidence: TradingDay["evidence"]): TradingDay {
  const { day, openingBalance, closingBalance, net, trades, wins, losses } = row;
  const { equityLow, equityHigh } = row;
  const figures = { openingBalance, closingBalance, net, trades, wins, losses };
  return { day, ...figures, equityLow, equityHigh, evidence };
}
