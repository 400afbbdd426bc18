import { LockMode } from "@mikro-orm/core";
import { sql } from "kysely";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/errors.ts";
import { Trader } from "./trader.entity.ts";

/**
 * Returns a trader, locked until the transaction ends. To avoid deadlocks, every transaction locks the
 * trader before the trader's other rows (account, payouts, sessions) and before the audit event. Only the feed, rebuilds
 * and judgements by time lock accounts without their traders. What they insert references the trader, which this lock
 * permits: it is `for no key update`, for which the ORM has no lock mode.
 * @throws RefusalError if the trader does not exist
 */
export async function lockTrader(transaction: Transaction, id: number): Promise<Trader> {
  await sql`select from users where id = ${id} for no key update`.execute(kyselyOf(transaction));
  return requireTrader(await transaction.findOne(Trader, { id }, { refresh: true }));
}

/**
 * Returns a trader, locked so that no transaction can add a row that references them.
 * @throws RefusalError if the trader does not exist
 */
export async function lockTraderToDelete(transaction: Transaction, id: number): Promise<Trader> {
  return requireTrader(
    await transaction.findOne(Trader, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }),
  );
}

function requireTrader(trader: Trader | null): Trader {
  if (!trader) throw notFound("User");
  return trader;
}
