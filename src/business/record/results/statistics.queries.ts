import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import { shownDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import type { Statistics as StatisticsView } from "./result.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { type Statistics, statisticsOf } from "../derivation/statistics.rule.ts";

/** Reads the statistics of a stage or, without a stage, of no trades. They are computed once per change. */
export async function readStatistics(
  kysely: Kysely<Tables>,
  stage: RecordStage | undefined,
): Promise<StatisticsView> {
  const progress = stage && (await readProgress(kysely, stage));
  if (!stage || !progress) return present(statisticsOf([], []), 0n);
  if (progress.statistics && progress.statisticsRevision === progress.revision) {
    return progress.statistics;
  }
  const computed = statisticsOf(await readTrades(kysely, stage), await readResults(kysely, stage));
  const statistics = present(computed, BigInt(progress.maxDrawdown));
  // If the records have changed in the meantime, the revisions differ and the statistics are computed again.
  await kysely
    .updateTable("stage_progress")
    .set({ statistics: JSON.stringify(statistics), statistics_revision: progress.revision })
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .execute();
  return statistics;
}

async function readProgress(kysely: Kysely<Tables>, stage: RecordStage) {
  return kysely
    .selectFrom("stage_progress")
    .select(["revision", "statistics", "statistics_revision as statisticsRevision"])
    .select(sql<string>`state -> 'result' ->> 'maxDrawdown'`.as("maxDrawdown"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .executeTakeFirst();
}

async function readTrades(kysely: Kysely<Tables>, stage: RecordStage) {
  const rows = await kysely
    .selectFrom("trades")
    .select(["position", "symbol", "volume", "net"])
    .select(milliseconds("open_time").as("openTime"))
    .select(milliseconds("close_time").as("closeTime"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .where("close_time", "is not", null)
    .execute();
  return rows.map((row) => ({
    ...row,
    net: storedCents(row.net),
  }));
}

async function readResults(kysely: Kysely<Tables>, stage: RecordStage) {
  const rows = await kysely
    .selectFrom("trading_days")
    .select(milliseconds("ends_at").as("endsAt"))
    .select("net")
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .where("has_deals", "=", true)
    .orderBy("trading_days.day")
    .execute();
  const shownOn = shownDays(stage.dayStart);
  return rows.map(({ endsAt, net }) => ({ day: shownOn(endsAt), net: storedCents(net) }));
}

const money = (amount: bigint | null) => (amount === null ? null : formatDecimal(amount));

function present(statistics: Statistics, maxDrawdown: bigint): StatisticsView {
  const { averageWin, averageLoss, expectancy, best, worst, bestDay, worstDay } = statistics;
  return {
    ...statistics,
    averageWin: money(averageWin),
    averageLoss: money(averageLoss),
    expectancy: money(expectancy),
    best: money(best),
    worst: money(worst),
    bestDay: bestDay && { ...bestDay, net: formatDecimal(bestDay.net) },
    worstDay: worstDay && { ...worstDay, net: formatDecimal(worstDay.net) },
    maxDrawdown: formatDecimal(maxDrawdown),
    bySymbol: statistics.bySymbol.map((row) => ({ ...row, net: formatDecimal(row.net) })),
  };
}
