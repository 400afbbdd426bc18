import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { readAccountState } from "./account-state.queries.ts";
import type { ProductKind } from "./order.rule.ts";
import { queueReason } from "./order-item.rule.ts";
import type { QueuedItem } from "./order.schema.ts";

interface QueuedRow {
  itemId: number;
  kind: ProductKind | null;
  isRequested: boolean;
  /** Whether it starts a step with payouts, which a gate may hold back. */
  isGated: boolean;
  accountId: number | null;
}

/** Reads what the queued items of an order, or of all orders of a trader, wait for. */
export async function readQueue(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  { orderId, userId }: { orderId?: number; userId: number | null },
): Promise<QueuedItem[]> {
  const { rows } = await sql<QueuedRow>`
    select items.id as "itemId", items.kind, items.requested_at is not null as "isRequested",
      coalesce((version.steps -> 0 ->> 'payoutEnabled')::boolean and items.kind = 'start', false)
        as "isGated",
      account.id as "accountId"
    from order_items as items join orders on orders.id = items.order_id
    left join programme_versions as version on version.id = items.programme_version_id
    left join trading_accounts as account on account.user_id = orders.user_id
    where items.status = 'queued'
      and ${orderId === undefined ? sql`orders.user_id = ${userId}` : sql`orders.id = ${orderId}`}
    order by items.id`.execute(kysely);
  const accountId = rows[0]?.accountId ?? null;
  if (accountId === null || userId === null) {
    return rows.map(({ itemId }) => ({ itemId, reason: "turn" }));
  }
  const now = clock.now();
  const { state } = await readAccountState(kysely, { userId, accountId }, now);
  const missing = await readMissing(kysely, [userId], "fundedStep", now);
  return rows.map(({ itemId, kind, isRequested, isGated }) => ({
    itemId,
    reason:
      queueReason({ kind, account: state, isRequested }) ??
      (isGated && missing.has(userId) ? "gate" : "turn"),
  }));
}
