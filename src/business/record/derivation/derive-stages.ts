import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { accountIdsOf, type RecordStage } from "../records/record-stages.queries.ts";
import { followRecords } from "../records/recorded-account.ts";
import { type ChangedRecords, deriveDays } from "./derive-days.ts";
import { type ChangedPositions, deriveTrades } from "./derive-trades.ts";
import { markChanged } from "./changed-accounts.ts";
import { carryBalances } from "./carry-balances.ts";
import { BEGINNING, type PlayedStage } from "./played-stages.queries.ts";
import { countClosedTrades } from "./write-days.ts";

/** A change to the records of a stage: their times, and the positions of their deals. */
export interface StageChange extends ChangedRecords, ChangedPositions {}

/** Returns a change that causes all rows of a stage to be derived from its records again. */
export function wholeStage(stage: RecordStage): StageChange {
  return { stage, from: BEGINNING };
}

/**
 * Brings the derived rows of stages up to date after their records changed: trades, trading days, the equity curve
 * and the account's figures. If the balance of an ended stage has changed, the next one, which continues with it, is
 * derived again, too.
 * @param transaction a transaction that has locked the accounts
 */
export async function deriveStages(
  transaction: Transaction,
  changes: StageChange[],
): Promise<PlayedStage[]> {
  const derived = await deriveChanged(transaction, changes);
  const continued = await carryBalances(kyselyOf(transaction), derived);
  if (continued.length === 0) return derived;
  const ids = new Set(continued.map(({ id }) => id));
  return [
    ...derived.filter(({ stage }) => !ids.has(stage.id)),
    ...(await deriveStages(transaction, continued.map(wholeStage))),
  ];
}

async function deriveChanged(
  transaction: Transaction,
  changes: StageChange[],
): Promise<PlayedStage[]> {
  const kysely = kyselyOf(transaction);
  const withDeals = changes.filter(({ positions }) => positions?.length !== 0);
  const closingDays = await deriveTrades(kysely, withDeals);
  const derived = await deriveDays(kysely, changes);
  const uncounted = derived.map(({ stage, replayedDays }) => {
    const days = new Set([...(closingDays.get(stage.id) ?? []), ...replayedDays]);
    return { stage, days: [...days] };
  });
  await countClosedTrades(kysely, uncounted);
  const withBookings = derived.filter(({ hasBookings }) => hasBookings);
  await followRecords(kysely, accountIdsOf(withBookings.map(({ stage }) => stage)));
  const accountIds = accountIdsOf(changes.map(({ stage }) => stage));
  await markChanged(kysely, accountIdsOf(withDeals.map(({ stage }) => stage)));
  await notifyTopics(
    kysely,
    accountIds.map((id) => `account:${id}` as const),
  );
  return derived;
}
