import { z } from "zod";
import { formatDecimal } from "../../../platform/money/money.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import {
  type NewsStep,
  type PaidOrder,
  quantityOf,
  readPart,
  requireFewItems,
  shopCurrency,
  shopId,
  type ShopNews,
  shownText,
  UnreadableMessageError,
} from "./shop-news.schema.ts";

/** Currencies whose amounts Stripe writes without decimals, and with three. Others have two. */
const withoutDecimals = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const withThreeDecimals = "BHD JOD KWD OMR TND".split(" ");

const event = z.looseObject({
  type: z.string(),
  created: z.int().nonnegative().nullish(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

const units = z.int().nonnegative();

/** An object, or its id: Stripe can send either. */
const idOf = z.union([shopId, z.looseObject({ id: shopId }).transform(({ id }) => id)]);

const session = z.looseObject({
  id: shopId.nullish(),
  mode: z.string(),
  payment_status: z.string().nullish(),
  payment_intent: idOf.nullish(),
});

const soldSession = z.looseObject({
  currency: shopCurrency,
  amount_total: units,
  customer_details: z.looseObject({ email: shownText, name: shownText }).nullish(),
  line_items: z
    .looseObject({
      data: z.array(
        z.looseObject({
          price: idOf.nullish(),
          description: shownText,
          quantity: quantityOf(0).nullish(),
        }),
      ),
    })
    .nullish(),
  metadata: z.looseObject({ product: shopId.nullish() }).nullish(),
  payment_link: idOf.nullish(),
});

const charge = z.looseObject({
  id: shopId.nullish(),
  payment_intent: idOf.nullish(),
  currency: shopCurrency,
  amount_refunded: units,
});

const dispute = z.looseObject({
  id: shopId.nullish(),
  payment_intent: idOf.nullish(),
  charge: idOf.nullish(),
  status: z.string(),
});

/**
 * Reads an event of Stripe.
 * @returns `null` if it says nothing about the payment of an order
 * @throws UnreadableMessageError if the object of the event has another shape
 */
export function readStripe(body: unknown): ShopNews | null {
  const { type, created, data } = readPart(event, body);
  const { object } = data;
  const at = created == null ? null : created * SECOND;
  switch (type) {
    case "checkout.session.completed":
      return readSession(object, at, ["paid", "no_payment_required"]);
    case "checkout.session.async_payment_succeeded":
      // The event itself says that it is paid.
      return readSession(object, at, null);
    case "charge.refunded":
      return readRefund(object, at);
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return readDispute(type, object, at);
    default:
      return null;
  }
}

/** @param paidStatuses the statuses of a payment that is not outstanding; `null` if it is not, whatever the status */
function readSession(
  object: object,
  at: number | null,
  paidStatuses: readonly string[] | null,
): ShopNews | null {
  const { id, mode, payment_status: status, payment_intent: intent } = readPart(session, object);
  const isPaid = paidStatuses === null || paidStatuses.includes(status ?? "");
  if (mode !== "payment" || !isPaid) return null;
  return {
    reference: firstOf(intent, id),
    order: readOrder(object),
    steps: [{ kind: "paid", at }],
  };
}

function readOrder(object: object): PaidOrder {
  const sold = readPart(soldSession, object);
  const { currency, amount_total: total, customer_details: buyer } = sold;
  return {
    email: buyer?.email ?? null,
    fullName: buyer?.name ?? null,
    currency,
    total: amountOf(total, currency),
    items: requireFewItems(readItems(sold)),
  };
}

function readItems(sold: z.output<typeof soldSession>): PaidOrder["items"] {
  const lines = sold.line_items?.data ?? [];
  if (lines.length === 0) {
    const product = sold.metadata?.product ?? sold.payment_link ?? null;
    return [{ product, name: null, quantity: 1 }];
  }
  return lines.map(({ price, description, quantity }) => ({
    product: price ?? null,
    name: description,
    quantity: quantity ?? 1,
  }));
}

function readRefund(object: object, at: number | null): ShopNews {
  const {
    id,
    payment_intent: intent,
    currency,
    amount_refunded: refunded,
  } = readPart(charge, object);
  const amount = amountOf(refunded, currency);
  const reference = firstOf(intent, id);
  return { reference, order: null, steps: [{ kind: "refunded", at, amount }] };
}

function readDispute(type: string, object: object, at: number | null): ShopNews | null {
  const { id, payment_intent: intent, charge: disputed, status } = readPart(dispute, object);
  const isOpened = type === "charge.dispute.created";
  // A warning takes no money.
  if (isOpened && status.startsWith("warning_")) return null;
  const closed = status === "lost" ? "dispute_lost" : "dispute_won";
  const step: NewsStep = { kind: isOpened ? "dispute_opened" : closed, at, dispute: id ?? "" };
  return { reference: firstOf(intent, disputed, id), order: null, steps: [step] };
}

/** Returns what names the payment. @throws UnreadableMessageError if nothing does */
function firstOf(...ids: (string | null | undefined)[]): string {
  const id = ids.find((each) => each != null);
  if (id != null) return id;
  throw new UnreadableMessageError("payment_intent: Must be an id");
}

function amountOf(amount: number, currency: string): string {
  const value = BigInt(amount);
  if (withoutDecimals.includes(currency)) return formatDecimal(value * 100n);
  if (withThreeDecimals.includes(currency)) return formatDecimal((value + 5n) / 10n);
  return formatDecimal(value);
}
