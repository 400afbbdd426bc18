import { LockMode } from "@mikro-orm/core";
import type { Em } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { Trader } from "./trader.entity.ts";

/**
 * The trader, locked until the transaction ends: what is decided about him is decided in turn.
 * It comes before all that is his (account, payouts, sessions) and before the audit event, in every
 * transaction alike: otherwise two could wait for each other.
 * @throws RefusalError where there is none
 */
export async function lockTrader(em: Em, id: number): Promise<Trader> {
  const trader = await em.findOne(Trader, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!trader) throw notFound("User");
  return trader;
}
