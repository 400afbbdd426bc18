import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

/**
 * Waits for other transactions that settle orders of a buyer who is no trader yet, or create that trader, so that they
 * are created once and have all of their orders.
 */
export async function lockBuyerEmail(kysely: Kysely<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order ${email}`}, 0))`.execute(kysely);
}

/** Gives a new trader the orders that were placed with their email. */
export async function adoptOrders(
  kysely: Kysely<Tables>,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await kysely
    .updateTable("orders")
    .set({ user_id: id })
    .where("email", "=", email)
    .where("user_id", "is", null)
    .execute();
}
