import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";

declare module "../../../platform/errors.ts" {
  interface RefusalReasons {
    /** The payment of an order of the trader is disputed, or was lost in a dispute and is not released. */
    payment_disputed: true;
  }
}

/**
 * Refuses payouts of traders with a frozen order. The caller has locked the traders, as the command that freezes an order does.
 * @throws RefusalError with the id of the order
 */
export async function requireNoFrozenOrder(
  kysely: Kysely<Tables>,
  traderIds: readonly number[],
): Promise<void> {
  const order = await kysely
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", sql<number>`any(${traderIds})`)
    .where("frozen", "=", true)
    .orderBy("id")
    .executeTakeFirst();
  if (!order) return;
  const message = `The payment of order #${order.id} of this user is disputed, so nothing is paid to them`;
  throw new RefusalError("conflict", message, { reason: "payment_disputed", id: order.id });
}
