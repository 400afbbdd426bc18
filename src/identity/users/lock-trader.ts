import { LockMode } from "@mikro-orm/core";
import type { Em } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { Trader } from "./trader.entity.ts";

/**
 * Returns a trader, locked until the transaction ends. To avoid deadlocks, every transaction locks the
 * trader before the trader's other rows (account, payouts, sessions) and before the audit event.
 * @throws RefusalError if the trader does not exist
 */
export async function lockTrader(em: Em, id: number): Promise<Trader> {
  const trader = await em.findOne(Trader, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!trader) throw notFound("User");
  return trader;
}
