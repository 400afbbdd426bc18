import { z } from "zod";
import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import {
  type NewsStep,
  type PaidOrder,
  quantityOf,
  readPart,
  requireFewItems,
  shopAmount,
  shopCurrency,
  shopId,
  type ShopNews,
  shownText,
} from "./shop-news.schema.ts";

const topics: readonly (string | undefined)[] = ["order.created", "order.updated"];

const head = z.looseObject({ id: shopId, status: z.string() });

const gmtTime = z
  .unknown()
  .optional()
  .transform((value) => {
    const time = typeof value === "string" ? Date.parse(`${value.replace(/Z$/, "")}Z`) : NaN;
    return Number.isNaN(time) ? null : time;
  });

const times = z.looseObject({ date_paid_gmt: gmtTime, date_modified_gmt: gmtTime });

const refunds = z.array(z.looseObject({ total: shopAmount })).nullish();

const paidOrder = z.looseObject({
  currency: shopCurrency,
  total: shopAmount,
  billing: z
    .looseObject({ email: shownText, first_name: shownText, last_name: shownText })
    .nullish(),
  line_items: z.array(
    z.looseObject({
      name: shownText,
      product_id: shopId,
      variation_id: shopId.nullish(),
      quantity: quantityOf(0),
    }),
  ),
});

const paidStatuses = ["processing", "completed"];
const endedStatuses = ["cancelled", "failed"];

/** Whether an unsigned form is the message that WooCommerce sends when a webhook is saved. */
export function isPing(contentType: string, body: Buffer): boolean {
  if (!contentType.startsWith("application/x-www-form-urlencoded")) return false;
  return body.length <= 40 && /^webhook_id=\d+$/.test(body.toString("latin1").trim());
}

/**
 * Reads an order of WooCommerce, which is sent whole at each change.
 * @returns `null` if it says nothing about a payment
 * @throws UnreadableMessageError if it is no order
 */
export function readWooCommerce(topic: string | undefined, body: unknown): ShopNews | null {
  if (!topics.includes(topic)) return null;
  const { id: reference, status } = readPart(head, body);
  const { date_paid_gmt: paidAt, date_modified_gmt: at } = readPart(times, body);
  if (paidStatuses.includes(status)) {
    const paid: NewsStep = { kind: "paid", at: paidAt ?? at };
    return { reference, order: readOrder(body), steps: [paid, ...readRefunds(body, at)] };
  }
  if (status === "refunded") {
    return { reference, order: null, steps: [{ kind: "refunded", at, amount: null }] };
  }
  if (!endedStatuses.includes(status)) return null;
  // Without a payment so far, it counts only if it is later than the payment: a failed one can be repeated.
  const ended: NewsStep =
    paidAt === null ? { kind: "ended", at } : { kind: "refunded", at, amount: null };
  return { reference, order: null, steps: [ended] };
}

function readOrder(body: unknown): PaidOrder {
  const { currency, total, billing, line_items: lines } = readPart(paidOrder, body);
  const { email = null, first_name: first = null, last_name: last = null } = billing ?? {};
  const fullName = [first, last].filter((name) => name !== null).join(" ") || null;
  const items = lines.map(({ name, product_id: product, variation_id: variation, quantity }) => ({
    product: variation == null || variation === "0" ? product : variation,
    name,
    quantity,
  }));
  return { email, fullName, currency, total, items: requireFewItems(items) };
}

function readRefunds(body: unknown, at: number | null): NewsStep[] {
  const { refunds: list } = readPart(z.looseObject({ refunds }), body);
  const cents = (list ?? []).reduce((sum, { total }) => sum + magnitude(storedCents(total)), 0n);
  return cents === 0n ? [] : [{ kind: "refunded", at, amount: formatDecimal(cents) }];
}

const magnitude = (cents: bigint) => (cents < 0n ? -cents : cents);
