import { type Kysely, sql } from "kysely";
import type { Follower } from "../../../identity/audit/followers.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { settleGates } from "../../decisions/gates/settle-gates.ts";
import { settleWaiting } from "./settle-waiting.ts";

/** As many accounts are settled by the write that changes a setting; more are left to its job. */
const MOST_AT_ONCE = 1_000;

/** The events of the firm that change what accounts wait for. */
export const settingsFollower: Follower = {
  actions: [
    "gate-settings.changed",
    "appeal-settings.changed",
    "agreement.version-added",
    "agreement.updated",
  ],
  isOfFirm: true,
  async follow(context, transaction) {
    // Starts what the gates no longer hold back, and settles the accounts if they are too many for this transaction.
    await context.jobs.enqueue(transaction, "gates", {});
    const kysely = kyselyOf(transaction);
    await lockAllChains(kysely);
    const waiting = await findWaiting(kysely, MOST_AT_ONCE + 1);
    if (waiting.length <= MOST_AT_ONCE) await settleAccountsOf(context, transaction, waiting);
  },
};

/** Settles the gates again after a setting or an agreement has changed, and at each start. */
export async function workOnGates(context: Context): Promise<void> {
  await context.jobs.work("gates", () => settleEveryone(context));
  await inTransaction(context.database, (transaction) =>
    context.jobs.enqueue(transaction, "gates", {}),
  );
}

/** Starts what gates no longer hold back, and determines what accounts wait for, of everyone who can be affected. */
async function settleEveryone(context: Context): Promise<void> {
  for (const id of await findHeld(context)) {
    await inTransaction(context.database, (transaction) => settleGates(context, transaction, id));
  }
  await settleTraders(context, await findWaiting(context.database.kysely));
}

/** Runs every minute: an approval of an identity may have expired, or the time to appeal that a start waited for. */
export async function settleByTime(context: Context): Promise<void> {
  const now = context.clock.now().toISOString();
  const { rows } = await sql<{ id: number }>`
    select distinct identities.user_id as id from identities
    join trading_accounts as account on account.user_id = identities.user_id
    left join account_waits as wait on wait.account_id = account.id
    where identities.status = 'approved' and identities.expires_at <= ${now}
      and coalesce(wait.changed_at, '-infinity') < identities.expires_at
      and (exists (select from waiting_steps where user_id = account.user_id)
        or exists (
          select from payout_requests where user_id = account.user_id and status = 'pending')
        or exists (
          select from actions where account_id = account.id and cause_kind = 'gate')
        or exists (
          select from orders join order_items on order_id = orders.id
          where orders.user_id = account.user_id and order_items.status = 'queued'))
    union
    select orders.user_id from orders
    join order_items on order_id = orders.id
    join trading_accounts as account on account.user_id = orders.user_id
    left join account_waits as wait on wait.account_id = account.id
    where order_items.status = 'queued' and order_items.kind = 'start'
      and coalesce(wait.kind, 'nothing') in ('platform', 'nothing')
      and not exists (
        select from stages where stages.account_id = account.id and ended_at is null)`.execute(
    context.database.kysely,
  );
  await settleTraders(
    context,
    rows.map(({ id }) => id),
  );
}

/** Traders whose step waits, or whose trading a gate has disabled. */
async function findHeld({ database: { kysely } }: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from waiting_steps
    union
    select user_id from account_waits
    join trading_accounts on trading_accounts.id = account_id
    where exists (
      select from actions where actions.account_id = trading_accounts.id
        and actions.login = trading_accounts.login and cause_kind = 'gate')
    order by id`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Traders who wait for anything, or have something that can be waited for. */
async function findWaiting(kysely: Kysely<Tables>, limit: number | null = null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from waiting_steps
    union select user_id from payout_requests where status = 'pending'
    union select user_id from payout_requests where status = 'approved' and payment_id is null
    union select user_id from payout_requests join payments on payments.id = payment_id
      where payments.status = 'open'
    union select user_id from appeals where decision is null
    union select user_id from orders where user_id is not null and (frozen or exists (
      select from order_items where order_id = orders.id and status in ('held', 'queued')))
    union select user_id from trading_accounts where id in (
      select account_id from account_waits where kind <> 'nothing'
      union select account_id from reviews where decision is null
      union select account_id from actions where status in ('pending', 'delivered', 'failed')
      union select account_id from stages where ended_at is null and exists (
        select from trading_accounts as account
        where account.id = account_id and account.login is null))
    order by id limit ${limit}`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Accounts per transaction. */
const BATCH = 200;

/** Determines what the accounts of traders wait for, in batches. */
async function settleTraders(context: Context, traderIds: readonly number[]): Promise<void> {
  const chains = Map.groupBy(traderIds, (id) => id % 16);
  for (const [chain, ids] of chains) {
    for (let start = 0; start < ids.length; start += BATCH) {
      await inTransaction(context.database, async (transaction) => {
        await lockChain(transaction, chain);
        await settleAccountsOf(context, transaction, ids.slice(start, start + BATCH));
      });
    }
  }
}

async function settleAccountsOf(
  context: Context,
  transaction: Transaction,
  traderIds: readonly number[],
): Promise<void> {
  if (traderIds.length === 0) return;
  const accounts = await kyselyOf(transaction)
    .selectFrom("trading_accounts")
    .select("id")
    .where("user_id", "in", traderIds)
    .execute();
  const accountIds = accounts.map(({ id }) => id);
  await settleWaiting(context, transaction, accountIds);
}

/** Waits for transactions that record events of these traders, as `audit_events_link` does. */
async function lockChain(transaction: Transaction, chain: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310005, ${chain})`.execute(kyselyOf(transaction));
}

/** The same for all traders: what commits later is settled with what this transaction has written. */
async function lockAllChains(kysely: Kysely<Tables>): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(7310005, chain) from generate_series(0, 15) as chain`.execute(
    kysely,
  );
}
