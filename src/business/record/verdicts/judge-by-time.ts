import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { isOutage } from "../../../platform/database/failures.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { HOUR, MINUTE } from "../../../platform/time/durations.rule.ts";
import { readPlayedStages } from "../derivation/played-stages.queries.ts";
import { lockAccounts } from "../records/recorded-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { judgeAndAct } from "./apply-record-changes.ts";

/** The number of verdicts whose accounts are locked at once; small, so that locks are held briefly. */
const BATCH = 50;

/**
 * Runs every minute. Judges the stages whose verdict may change with time alone, because a day has ended, positions
 * should be closed by now, or there was no trading for too long.
 */
export async function judgeByTime(context: Context): Promise<void> {
  for (;;) {
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
  await judgeAndAct(context, transaction, await readPlayedStages(kysely, stages), {
    kind: "time",
    id: null,
    message: "Time passed without new records",
  });
}
