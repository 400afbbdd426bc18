import { z } from "zod";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import {
  type NewsStep,
  quantityOf,
  readPart,
  requireFewItems,
  shopAmount,
  shopCurrency,
  shopId,
  type ShopNews,
  shownText,
} from "./shop-news.schema.ts";

const head = z.looseObject({ type: z.string() });

const about = z.looseObject({
  order: z.looseObject({ id: shopId, refunded: shopAmount.nullish() }),
});

const paid = z.looseObject({
  order: z.looseObject({
    email: shownText,
    fullName: shownText,
    currency: shopCurrency,
    total: shopAmount,
    items: z.array(
      z.looseObject({
        product: shopId,
        name: shownText,
        quantity: quantityOf(1).nullish(),
      }),
    ),
  }),
});

const kinds = {
  "order.paid": "paid",
  "order.refunded": "refunded",
  "dispute.opened": "dispute_opened",
  "dispute.won": "dispute_won",
  "dispute.lost": "dispute_lost",
} as const;

const isKnown = (type: string): type is keyof typeof kinds => Object.hasOwn(kinds, type);

/**
 * Reads a message of a firm's own shop.
 * @param timestamp the header `webhook-timestamp`, in seconds
 * @returns `null` if its type is another one
 * @throws UnreadableMessageError if its order has another shape
 */
export function readOwnShop(timestamp: string | undefined, body: unknown): ShopNews | null {
  const { type } = readPart(head, body);
  if (!isKnown(type)) return null;
  const { id: reference, refunded } = readPart(about, body).order;
  const at = timestamp === undefined ? null : Number(timestamp) * SECOND;
  const kind = kinds[type];
  const partly: NewsStep[] =
    refunded == null || isZero(refunded) ? [] : [{ kind: "refunded", at, amount: refunded }];
  if (kind === "paid") {
    const { order } = readPart(paid, body);
    const items = order.items.map(({ product, name, quantity }) => ({
      product,
      name,
      quantity: quantity ?? 1,
    }));
    const { email, fullName, currency, total } = order;
    return {
      reference,
      order: { email, fullName, currency, total, items: requireFewItems(items) },
      steps: [{ kind, at }, ...partly],
    };
  }
  if (kind !== "refunded") return { reference, order: null, steps: [{ kind, at, dispute: "" }] };
  if (refunded != null) return { reference, order: null, steps: partly };
  return { reference, order: null, steps: [{ kind, at, amount: null }] };
}

const isZero = (amount: string) => /^-?0+\.00$/.test(amount);
