import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import { lockTrader } from "../users/lock-trader.ts";
import type { Trader } from "../users/trader.entity.ts";
import { type TraderActor, unauthenticated } from "./authenticate.ts";

/**
 * Locks the trader of a call that changes their own data, and checks them again, because a ban or a reset of the
 * password may have held the lock.
 * @throws RefusalError if the trader was deleted or banned, or the session has ended, since the call was admitted
 */
export async function lockOwnTrader(transaction: Transaction, actor: TraderActor): Promise<Trader> {
  const trader = await lockTrader(transaction, actor.trader.id);
  if (isBanned(trader)) throw banRefusal({ banReason: trader.banReason ?? null });
  await requireOpenSession(transaction, actor);
  return trader;
}

/**
 * Checks that the session of a call still exists. What ends a trader's sessions locks the trader, so the caller must do
 * so first. For administrators, see `admission.ts`.
 * @throws RefusalError if the session has ended since the call was admitted
 */
export async function requireOpenSession(
  transaction: Transaction,
  { kind, sessionId }: TraderActor,
): Promise<void> {
  const session = await kyselyOf(transaction)
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (!session) throw unauthenticated(kind);
}
