import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { isOutage } from "../../../platform/database/failures.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { HOUR, MINUTE } from "../../../platform/time/durations.rule.ts";
import { readPlayedStages, readStoredStates } from "../derivation/played-stages.queries.ts";
import { lockAccounts } from "../records/recorded-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { isBeforeImport } from "../derivation/stage-state.rule.ts";
import { wholeStage } from "../derivation/derive-stages.ts";
import { applyRecordChanges, judgeAndAct } from "./apply-record-changes.ts";
import type { Cause } from "./verdicts.schema.ts";

/** The number of verdicts whose accounts are locked at once; small, so that locks are held briefly. */
const BATCH = 50;

/**
 * Runs every minute. Judges the stages whose verdict may change with time alone, because a day has ended, positions
 * should be closed by now, or there was no trading for too long; and those that an import of the calendar may concern.
 * @param batches how many are judged at most
 */
export async function judgeByTime(context: Context, batches = Infinity): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const ids = await findDue(context);
    if (ids.length === 0) return;
    await judgeOrPostpone(context, ids);
  }
}

/** Judges accounts together or, if that fails, one by one. An account that fails is logged and postponed. */
async function judgeOrPostpone(context: Context, ids: number[]): Promise<void> {
  try {
    await inTransaction(context.database, (transaction) => judgeDue(context, transaction, ids));
  } catch (error) {
    const [accountId, ...others] = ids;
    if (others.length > 0) {
      for (const id of ids) await judgeOrPostpone(context, [id]);
    } else if (accountId !== undefined) {
      context.log.error({ err: error, accountId }, "an account could not be judged");
      // A lock or an outage usually ends soon.
      await postpone(context, accountId, isOutage(error) ? 5 * MINUTE : HOUR);
    }
  }
}

async function postpone({ clock, database }: Context, accountId: number, delay: number) {
  await database.kysely
    .updateTable("current_verdicts")
    .set({ next_check_at: fromNow(clock, delay).toISOString() })
    .where("account_id", "=", accountId)
    .where("next_check_at", "<=", clock.now().toISOString())
    .execute();
}

async function findDue({ clock, database }: Context): Promise<number[]> {
  const rows = await database.kysely
    .selectFrom("current_verdicts")
    .select("account_id")
    .where("next_check_at", "<=", clock.now().toISOString())
    .orderBy("next_check_at")
    .limit(BATCH)
    .execute();
  return [...new Set(rows.map(({ account_id }) => account_id))];
}

async function judgeDue(context: Context, transaction: Transaction, ids: number[]): Promise<void> {
  const kysely = kyselyOf(transaction);
  await lockAccounts(transaction, ids);
  const due = await kysely
    .updateTable("current_verdicts")
    // A stage that can no longer be judged does not become due again.
    .set({ next_check_at: null })
    .where("account_id", "=", sql<number>`any(${ids})`)
    .where("next_check_at", "<=", context.clock.now().toISOString())
    .returning("stage_id")
    .execute();
  const dueIds = new Set(due.map(({ stage_id }) => stage_id));
  const stages = (await readStages(kysely, ids)).filter(({ id }) => dueIds.has(id));
  const imported = await findBeforeImport(kysely, stages);
  await applyRecordChanges(context, transaction, imported.map(wholeStage), importCause);
  const others = stages.filter((stage) => !imported.includes(stage));
  await judgeAndAct(context, transaction, await readPlayedStages(kysely, others), {
    kind: "time",
    id: null,
    message: "Time passed without new records",
  });
}

/** Finds the stages whose records were played before events were imported that may concern them. */
async function findBeforeImport(kysely: Kysely<Tables>, stages: RecordStage[]) {
  const bound = stages.filter(({ calendar }) => calendar !== null);
  const states = await readStoredStates(
    kysely,
    bound.map((stage) => ({ stage })),
  );
  return bound.filter((stage) => {
    const state = states.get(stage.id);
    return state !== undefined && isBeforeImport(state, stage);
  });
}

const importCause = ({ calendar }: RecordStage): Cause => ({
  kind: "calendar",
  id: calendar!.versionId,
  message: "Economic events were imported",
});
