import { sql } from "kysely";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";

/** The fields of a locked account with which its records are compared. */
export interface LockedAccount {
  id: number;
  login: string | null;
  phase: string | null;
  recordedAt: string | null;
}

/**
 * Locks an account until the transaction ends: its records, stages and statements are only written under
 * this lock. Several accounts are locked in the order of their ids.
 */
export async function lockAccounts(em: Em, ids: number[]): Promise<void> {
  await sql`select id from trading_accounts where id = any(${ids}) order by id
    for no key update`.execute(kyselyOf(em));
}

/**
 * Locks a trader and then their account.
 * @throws RefusalError if the trader does not exist
 */
export async function lockTraderAndRecord(
  em: Em,
  traderId: number,
): Promise<{ trader: Trader; account: LockedAccount }> {
  const trader = await lockTrader(em, traderId);
  const account = await kyselyOf(em)
    .selectFrom("trading_accounts")
    .select(["id", "login", "phase", "recorded_at as recordedAt"])
    .where("user_id", "=", traderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { trader, account };
}
