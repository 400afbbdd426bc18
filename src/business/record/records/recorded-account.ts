import { type Kysely, sql } from "kysely";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Tables } from "../../../platform/database/tables.ts";

/** The fields of a locked account with which its records are compared. */
export interface LockedAccount {
  id: number;
  login: string | null;
  server: string | null;
  phase: string | null;
  recordedAt: string | null;
}

/**
 * Locks an account until the transaction ends: its records, stages and statements are only written under
 * this lock. Several accounts are locked in the order of their ids.
 */
export async function lockAccounts(transaction: Transaction, ids: number[]): Promise<void> {
  await sql`select id from trading_accounts where id = any(${ids}) order by id
    for no key update`.execute(kyselyOf(transaction));
}

/** Locks the accounts that no other transaction has locked. @returns their ids */
export async function lockFreeAccounts(
  transaction: Transaction,
  ids: number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from trading_accounts where id = any(${ids}) order by id
    for no key update skip locked`.execute(kyselyOf(transaction));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks a trader and then their account.
 * @throws RefusalError if the trader does not exist
 */
export async function lockTraderAndRecord(
  transaction: Transaction,
  traderId: number,
): Promise<{ trader: Trader; account: LockedAccount }> {
  const trader = await lockTrader(transaction, traderId);
  const account = await kyselyOf(transaction)
    .selectFrom("trading_accounts")
    .select(["id", "login", "server", "phase", "recorded_at as recordedAt"])
    .where("user_id", "=", traderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { trader, account };
}

/**
 * Sets balance and profit/loss of accounts from the records of their current stage. Values that an administrator
 * had entered before are kept, and restored if no record counts any more.
 * @param accountIds locked by the transaction
 */
export async function followRecords(kysely: Kysely<Tables>, accountIds: number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await sql`
    with current as (
      select distinct on (stages.account_id) stages.account_id,
        (state -> 'timeline' ->> 'balance')::numeric / 100 as balance,
        (state ->> 'net')::numeric / 100 as profit_loss,
        to_timestamp((state ->> 'lastBooked')::numeric / 1000)::timestamptz(3) as recorded_at
      from stages
      left join stage_progress on stage_progress.account_id = stages.account_id
        and stage_progress.stage_id = stages.id
      where stages.account_id = any(${accountIds})
      order by stages.account_id, stages.ended_at is null desc, stages.started_at desc, stages.id desc),
    figures as (
      select account.id, current.recorded_at,
        case when current.recorded_at is not null then current.balance
          else coalesce(account.typed_balance, account.balance) end as balance,
        case when current.recorded_at is not null then current.profit_loss
          else coalesce(account.typed_profit_loss, account.profit_loss) end as profit_loss,
        case when current.recorded_at is not null
          then coalesce(account.typed_balance, account.balance) end as typed_balance,
        case when current.recorded_at is not null
          then coalesce(account.typed_profit_loss, account.profit_loss) end as typed_profit_loss
      from trading_accounts account join current on current.account_id = account.id)
    update trading_accounts account set
      balance = figures.balance, profit_loss = figures.profit_loss,
      recorded_at = figures.recorded_at,
      typed_balance = figures.typed_balance, typed_profit_loss = figures.typed_profit_loss
    from figures
    where account.id = figures.id
      and (account.balance, account.profit_loss, account.recorded_at)
        is distinct from (figures.balance, figures.profit_loss, figures.recorded_at)
  `.execute(kysely);
}
