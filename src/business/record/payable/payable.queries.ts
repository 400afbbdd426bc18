import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { PayoutTerms } from "../../rulebook/rules/payout-terms.schema.ts";
import type { ClosedTrade } from "../../rulebook/statement/period.rule.ts";
import type { Approval, PayableStage } from "../../rulebook/statement/statement.rule.ts";
import { parseVolume } from "../../rulebook/timeline/trading-record.rule.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import { accountIdsOf, type RecordStage } from "../records/record-stages.queries.ts";
import type { StageJudgement } from "../verdicts/judge-stage.ts";

/** What decides how much of a stage's profit can be paid out. */

/** Whether anything in terms depends on single trades, and not only on days. */
function needsTrades({ lotRange, shortTrades, consistency }: PayoutTerms): boolean {
  return lotRange !== null || shortTrades !== null || consistency.best === "trade";
}

/**
 * Reads the closed trades of the stages whose terms depend on them, by stage id. Positions that a stage did not see opened
 * are no trades.
 */
export async function readClosedTrades(
  kysely: Kysely<Tables>,
  stages: readonly RecordStage[],
): Promise<Map<number, ClosedTrade[]>> {
  const wanted = stages.filter(({ rules }) => {
    const terms = rules?.payout?.terms;
    return terms !== undefined && needsTrades(terms);
  });
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{
    stageId: number;
    position: string;
    openTime: number;
    closeTime: number;
    net: string;
    volume: string;
  }>`
    select trades.stage_id as "stageId", trades.position,
      ${milliseconds("trades.open_time")} as "openTime",
      ${milliseconds("trades.close_time")} as "closeTime",
      trades.net, trades.volume::text as volume
    from trades
    join deals on deals.account_id = trades.account_id and deals.id = trades.id
      and deals.entry <> 'out'
    where trades.account_id = any(${accountIdsOf(wanted)})
      and deals.account_id = any(${accountIdsOf(wanted)})
      and trades.stage_id = any(${wanted.map(({ id }) => id)})
      and trades.close_time is not null`.execute(kysely);
  const trades = rows.map(({ net, volume, ...row }) => ({
    ...row,
    net: storedCents(net),
    volume: parseVolume(volume),
  }));
  return Map.groupBy(trades, ({ stageId }) => stageId);
}

/** Puts together what the statement of a judged stage depends on. */
export function payableStage(
  { stage, state, judgement }: Pick<StageJudgement, "stage" | "state" | "judgement">,
  approvals: readonly Approval[],
  trades: readonly ClosedTrade[] = [],
): PayableStage {
  const { id, currency, initialBalance, rules } = stage;
  return {
    stageId: id,
    currency,
    initialBalance,
    rules: rules ?? { payout: null },
    profit: state?.net ?? 0n,
    conduct: judgement.conduct ?? [],
    approvals,
    trades,
  };
}
