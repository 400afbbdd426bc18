import { sql } from "kysely";
import type { Follower } from "../../../identity/audit/followers.ts";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { enforce } from "../../record/actions/enforce.ts";
import { eventStage } from "../../record/actions/action-facts.queries.ts";
import { lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { startWaitingStep } from "./start-waiting-step.ts";

/** What a gate held back starts, and what it holds back from now on stops, with the write that leads to it. */
export const gateFollower: Follower = {
  actions: [
    "agreement.accepted",
    "identity.approved",
    "stage.started",
    "account.updated",
    "review.dismissed",
    "appeal.granted",
  ],
  async follow(context, transaction, traderIds) {
    for (const traderId of await lockConcerned(transaction, traderIds)) {
      await settleGates(context, transaction, traderId);
    }
  },
};

/** Locks traders, and returns those whose step waits, or whose open stage has a login. Gates hold back nothing else. */
async function lockConcerned(
  transaction: Transaction,
  traderIds: readonly number[],
): Promise<number[]> {
  const kysely = kyselyOf(transaction);
  await sql`
    select from users where id = any(${traderIds}::int[]) order by id for no key update`.execute(
    kysely,
  );
  const { rows } = await sql<{ id: number }>`
    select user_id as id from trading_accounts as account
    where user_id = any(${traderIds}::int[]) and (
      exists (select from waiting_steps where waiting_steps.user_id = account.user_id)
      or (account.login is not null and exists (
        select from stages where stages.account_id = account.id and ended_at is null)))
    order by user_id`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Starts the waiting step of a trader, and disables or enables trading, if the gates ask for it. */
export async function settleGates(
  context: Context,
  transaction: Transaction,
  traderId: number,
): Promise<void> {
  const { trader, account } = await lockTraderAndRecord(transaction, traderId);
  await startWaitingStep(context, transaction, { trader, account });
  await settleTrading(context, transaction, trader, account.id);
}

/**
 * Asks the platform to disable trading if a stage that has started, or has got its login, finds the gate closed, and to
 * enable it once the gate is open. A gate that closes later does not stop a stage that trades.
 */
async function settleTrading(
  context: Context,
  transaction: Transaction,
  trader: Trader,
  accountId: number,
): Promise<void> {
  await transaction.flush();
  const kysely = kyselyOf(transaction);
  const { rows } = await sql<{ stageId: number; login: string }>`
    select stages.id as "stageId", trading_accounts.login from trading_accounts
    join stages on stages.account_id = trading_accounts.id and ended_at is null
    where trading_accounts.id = ${accountId} and trading_accounts.login is not null`.execute(
    kysely,
  );
  const [open] = rows;
  if (!open) return;
  const missing = await readMissing(kysely, [trader.id], "trading", context.clock.now());
  const isClosed = missing.has(trader.id);
  const isNew = await checkOnce(transaction, trader.id, open);
  if (isClosed && !isNew) return;
  const reason = isClosed
    ? "Trading waits for the trader's part"
    : "Nothing holds back trading any more";
  const events = await enforce(
    context,
    transaction,
    { trader, accountId, reason },
    ({ stages }) => ({
      kind: isClosed ? "gateClosed" : "gateOpened",
      stage: eventStage(
        stages.find(({ id }) => id === open.stageId)!,
        stages,
      ),
    }),
  );
  await recordEvents(context, transaction, events);
}

/** @returns whether the gate had not been asked for this stage and login yet */
async function checkOnce(
  transaction: Transaction,
  traderId: number,
  { stageId, login }: { stageId: number; login: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into trading_checks (user_id, stage_id, login) values (${traderId}, ${stageId}, ${login})
    on conflict (user_id) do update set stage_id = excluded.stage_id, login = excluded.login
      where (trading_checks.stage_id, trading_checks.login) <> (excluded.stage_id, excluded.login)
    returning user_id`.execute(kyselyOf(transaction));
  return rows.length > 0;
}
