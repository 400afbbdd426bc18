import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { AuditedTrader } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { requireOfferedStart } from "./change-source.ts";
import type { createOrderInput, decideOrderInput, Order } from "./order.schema.ts";
import { getOrder } from "./orders.queries.ts";
import { settleOrder } from "./settle-orders.ts";

type Decision = z.output<typeof decideOrderInput>;

/**
 * Overrides a currency, does an add-on, starts what is queued, and lifts what freezes payouts; the rest is tried again.
 * @throws RefusalError if the order does not exist, and with the current order if nothing changes
 */
export async function releaseOrder(
  context: Context,
  actor: StaffActor,
  { id, reason }: Decision,
): Promise<Order> {
  const isChanged = await inTransaction(context.database, async (transaction) => {
    const settled = await settleOrder(context, transaction, id, { actor, isReleased: true });
    if (settled.changed === 0) return false;
    await recordDecision(context, transaction, actor, { id, reason, kind: "released" });
    return true;
  });
  return currentOrder(context, id, isChanged, "Nothing of this order can be released");
}

/**
 * Cancels what is held or queued, and erases a buyer who is no trader.
 * @throws RefusalError if the order does not exist, and with the current order if nothing changes
 */
export async function dismissOrder(
  context: Context,
  actor: StaffActor,
  { id, reason }: Decision,
): Promise<Order> {
  const isChanged = await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const { userId } = await lockOrder(transaction, id);
    const cancelled = await kysely
      .updateTable("order_items")
      .set({ status: "cancelled", reason: null })
      .where("order_id", "=", id)
      .where("status", "in", ["held", "queued"])
      .returning("id")
      .execute();
    if (cancelled.length === 0) return false;
    if (userId === null) {
      await kysely
        .updateTable("orders")
        .set({ email: null, full_name: null, erased_at: context.clock.now().toISOString() })
        .where("id", "=", id)
        .execute();
    }
    await recordDecision(context, transaction, actor, { id, reason, kind: "dismissed" });
    return true;
  });
  return currentOrder(context, id, isChanged, "Nothing of this order is held or queued");
}

/** Locks the order's trader first, if there is one, as everywhere. @throws RefusalError if the order does not exist */
async function lockOrder(transaction: Transaction, id: number): Promise<{ userId: number | null }> {
  const found = kyselyOf(transaction)
    .selectFrom("orders")
    .select("user_id as userId")
    .where("id", "=", id);
  const before = await found.executeTakeFirst();
  if (!before) throw notFound("Order");
  if (before.userId !== null) await lockTrader(transaction, before.userId);
  return found.forUpdate().executeTakeFirstOrThrow();
}

interface RecordedDecision extends Decision {
  kind: "released" | "dismissed" | "created";
}

async function recordDecision(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { id, reason, kind }: RecordedDecision,
): Promise<void> {
  const at = context.clock.now().toISOString();
  const kysely = kyselyOf(transaction);
  await kysely
    .insertInto("order_steps")
    .values({ order_id: id, kind, at, received_at: at, reason, by: actor.label })
    .execute();
  const trader = await findTrader(transaction, id);
  await recordEvent(context, transaction, actor, {
    action: `order.${kind}`,
    ...(trader && { trader }),
    changes: changesBetween({}, { orderId: id }),
    reason,
  });
}

function findTrader(transaction: Transaction, id: number): Promise<AuditedTrader | undefined> {
  return kyselyOf(transaction)
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["users.id", "users.full_name as fullName", "users.email"])
    .where("orders.id", "=", id)
    .executeTakeFirst();
}

async function currentOrder(
  context: Context,
  id: number,
  isChanged: boolean,
  refusal: string,
): Promise<Order> {
  const current = await getOrder(context, id);
  if (isChanged) return current;
  throw new RefusalError("conflict", refusal, { current });
}

/**
 * Enters an order of the firm itself, and starts it if it can.
 * @returns the order, or the one that has the same reference
 * @throws RefusalError if the version does not offer this start
 */
export async function createOrder(
  context: Context,
  actor: StaffActor,
  { email, fullName = null, reference = null, reason, ...start }: z.output<typeof createOrderInput>,
): Promise<{ order: Order; isRepeated: boolean }> {
  const { id, isRepeated } = await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const { currency } = await requireOfferedStart(transaction, start);
    const inserted = await kysely
      .insertInto("orders")
      .values({
        reference,
        email,
        full_name: fullName,
        currency,
        received_at: context.clock.now().toISOString(),
      })
      .onConflict((conflict) =>
        conflict.column("reference").where("source_id", "is", null).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!inserted) {
      const same = await kysely
        .selectFrom("orders")
        .select("id")
        .where("source_id", "is", null)
        .where("reference", "=", reference)
        .executeTakeFirstOrThrow();
      return { id: same.id, isRepeated: true };
    }
    const { id: orderId } = inserted;
    await kysely
      .insertInto("order_items")
      .values({
        order_id: orderId,
        kind: "start",
        programme_version_id: start.programmeVersionId,
        initial_balance: start.initialBalance,
        status: "queued",
      })
      .execute();
    await settleOrder(context, transaction, orderId, { actor });
    await recordDecision(context, transaction, actor, { id: orderId, reason, kind: "created" });
    return { id: orderId, isRepeated: false };
  });
  return { order: await getOrder(context, id), isRepeated };
}

/**
 * Starts what the trader's order has queued, although a breach can still be appealed against.
 * @throws RefusalError if the order is not the trader's, and with the current order if nothing can start
 */
export async function startOwnOrder(
  context: Context,
  actor: TraderActor,
  id: number,
): Promise<Order> {
  const before = await getOrder(context, id);
  if (before.userId !== actor.trader.id) throw notFound("Order");
  await inTransaction(context.database, async (transaction) => {
    const { started } = await settleOrder(context, transaction, id, {
      actor,
      isRequested: true,
    });
    if (started > 0) return;
    const current = await getOrder({ database: { kysely: kyselyOf(transaction) } }, id);
    throw new RefusalError("conflict", "Nothing of this order can start now", { current });
  });
  return getOrder(context, id);
}
