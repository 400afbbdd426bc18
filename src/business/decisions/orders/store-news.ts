import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedEmail } from "../../../platform/fields/text.schema.ts";
import type { NewsStep, PaidOrder, ShopNews } from "./shop-news.schema.ts";

/**
 * Stores news of a shop: the order, once, and each step, once. News that come before their order wait for it.
 * @returns the id of the order, and whether anything was new
 */
export async function storeNews(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  sourceId: number,
  { reference, order, steps }: ShopNews,
): Promise<{ orderId: number | null; isNew: boolean }> {
  const kysely = kyselyOf(transaction);
  const now = clock.now();
  const inserted = order && (await insertOrder(kysely, { sourceId, reference, order, now }));
  const orderId = inserted ?? (await findOrderId(kysely, sourceId, reference));
  let isNew = inserted !== null;
  for (const step of steps) {
    isNew = (await insertStep(kysely, { sourceId, reference, orderId, step, now })) || isNew;
  }
  return { orderId, isNew };
}

interface NewOrder {
  sourceId: number;
  reference: string;
  order: PaidOrder;
  now: Date;
}

/** @returns `null` if the order is stored already */
async function insertOrder(
  kysely: Kysely<Tables>,
  { sourceId, reference, order, now }: NewOrder,
): Promise<number | null> {
  const { fullName, currency, total, items } = order;
  const email = order.email === null ? null : storedEmail(order.email);
  const row = await kysely
    .insertInto("orders")
    .values({
      source_id: sourceId,
      reference,
      user_id: sql<number | null>`(select id from users where email = ${email})`,
      email,
      full_name: fullName,
      currency,
      total,
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(["source_id", "reference"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  const pieces = items.flatMap(({ product, name, quantity }) =>
    Array.from({ length: quantity }, () => ({
      order_id: row.id,
      product,
      name,
      status: "queued" as const,
    })),
  );
  if (pieces.length > 0) await kysely.insertInto("order_items").values(pieces).execute();
  return row.id;
}

export async function findOrderId(
  kysely: Kysely<Tables>,
  sourceId: number,
  reference: string,
): Promise<number | null> {
  const row = await kysely
    .selectFrom("orders")
    .select("id")
    .where("source_id", "=", sourceId)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row?.id ?? null;
}

interface NewStep {
  sourceId: number;
  reference: string;
  orderId: number | null;
  step: NewsStep;
  now: Date;
}

/**
 * Repeated news keep their first instant, except for a cancellation: the latest one counts, because a payment may have
 * come in between.
 * @returns whether it was new, or has changed
 */
async function insertStep(
  kysely: Kysely<Tables>,
  { sourceId, reference, orderId, step, now }: NewStep,
): Promise<boolean> {
  const { kind, amount = null, dispute = null } = step;
  const key = [kind, ...(kind === "refunded" ? [amount ?? "all"] : []), dispute ?? ""].join(" ");
  const at = (step.at === null ? now : new Date(step.at)).toISOString();
  const instant =
    kind === "ended"
      ? sql`greatest(order_steps.at, excluded.at)`
      : sql`least(order_steps.at, excluded.at)`;
  const { rows } = await sql`
    insert into order_steps
      (order_id, source_id, reference, kind, at, received_at, amount, key, dispute)
    values (${orderId}, ${sourceId}, ${reference}, ${kind}, ${at}, ${now.toISOString()},
      ${amount}, ${key}, ${dispute})
    on conflict (source_id, reference, key) do update set at = ${instant}
    where order_steps.at <> ${instant}
    returning id`.execute(kysely);
  return rows.length > 0;
}
