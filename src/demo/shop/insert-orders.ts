import type { Insertable, Kysely } from "kysely";
import type { OrderStepKind } from "../../business/decisions/orders/order.rule.ts";
import { insertRows } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { backOfficeActor } from "../account-history.ts";

/** An order of one item as it is to be stored. */
export interface NewOrder {
  order: Omit<Insertable<Tables["orders"]>, "source_id" | "reference" | "currency">;
  item: Omit<Insertable<Tables["order_items"]>, "order_id">;
  /** What the shop has told, oldest first, and the release after a lost dispute. */
  news: readonly NewsStep[];
  /** What has become of the item. */
  fate: { kind: OrderStepKind; at: Date; reason?: string | null };
}

interface NewsStep {
  kind: OrderStepKind;
  at: Date;
  /** Of a refund in part. */
  amount?: string | null;
}

export interface InsertedOrder {
  orderId: number;
  itemId: number;
}

/** The number of the last order in the shop. */
const LAST_REFERENCE = 10_056;

/** Inserts orders in the order of their times; their numbers ascend with time, too. @returns their ids, as they were given */
export async function insertOrders(
  kysely: Kysely<Tables>,
  sourceId: number,
  given: readonly NewOrder[],
): Promise<Map<NewOrder, InsertedOrder>> {
  const orders = given.toSorted((one, other) => timeOf(one) - timeOf(other));
  const references = orders.map((_, index) => String(LAST_REFERENCE - orders.length + 1 + index));
  const source = { source_id: sourceId };
  const found = await kysely
    .insertInto("orders")
    .values(
      orders.map(({ order }, index) => ({
        ...order,
        ...source,
        currency: "USD",
        reference: references[index]!,
      })),
    )
    .returning(["id", "reference"])
    .execute();
  const idOf = new Map(found.map(({ id, reference }) => [reference, id]));
  const ids = references.map((reference) => idOf.get(reference)!);
  const items = await kysely
    .insertInto("order_items")
    .values(orders.map(({ item }, index) => ({ ...item, order_id: ids[index]! })))
    .returning(["id", "order_id"])
    .execute();
  const itemOf = new Map(items.map((row) => [row.order_id, row.id]));
  const steps = orders.flatMap(({ news, fate }, index) => {
    const orderId = ids[index]!;
    const ofOrder = { order_id: orderId, ...source, reference: references[index]! };
    return [
      ...news.map(({ kind, at, amount = null }) => ({
        ...ofOrder,
        ...atTime(at),
        item_id: null,
        kind,
        amount,
        key:
          kind === "released"
            ? null
            : `${kind} ${kind === "refunded" ? `${amount ?? "all"} ` : ""}`,
        dispute: kind.startsWith("dispute") ? "" : null,
        reason: null,
        by: kind === "released" ? backOfficeActor().label : null,
      })),
      {
        order_id: orderId,
        source_id: null,
        reference: null,
        ...atTime(fate.at),
        item_id: itemOf.get(orderId)!,
        kind: fate.kind,
        amount: null,
        key: null,
        dispute: null,
        reason: fate.reason ?? null,
        by: null,
      },
    ];
  });
  await insertRows(kysely, "order_steps", steps);
  return new Map(
    orders.map((order, index) => [
      order,
      { orderId: ids[index]!, itemId: itemOf.get(ids[index]!)! },
    ]),
  );
}

const timeOf = ({ order }: NewOrder) => Date.parse(order.received_at);

const atTime = (at: Date) => ({ at: at.toISOString(), received_at: at.toISOString() });
