import { z } from "zod";
import { text } from "../../../platform/fields/text.schema.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import type { NewsKind } from "./order.rule.ts";

/** What a message of a shop says, without anything that is not stored. */
export interface ShopNews {
  /** The id of the order at the shop. */
  reference: string;
  /** The order, if the message says that it is paid. */
  order: PaidOrder | null;
  steps: NewsStep[];
}

export interface PaidOrder {
  email: string | null;
  fullName: string | null;
  currency: string | null;
  total: string;
  items: { product: string | null; name: string | null; quantity: number }[];
}

export interface NewsStep {
  kind: NewsKind;
  /** Milliseconds since 1970 by the clock of the shop; `null` if it does not say. */
  at: number | null;
  /** Of a refund, all refunds so far; `null` for all of the order. */
  amount?: string | null;
  /** The id of the dispute at the shop. */
  dispute?: string;
}

/** A signed message whose content cannot be read. */
export class UnreadableMessageError extends Error {
  override name = "UnreadableMessageError";
}

/** A shop may send far more pieces of a product than anybody buys on purpose. */
export const MAX_QUANTITY = 100;
const MAX_ITEMS = 1_000;

/** Reads a part of a message. @throws UnreadableMessageError naming the first field that has another shape */
export function readPart<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableMessageError(`${issue!.path.join(".") || "The body"}: ${issue!.message}`);
}

/** @throws UnreadableMessageError if an order has more pieces than a shop sells at once */
export function requireFewItems(items: PaidOrder["items"]): PaidOrder["items"] {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces <= MAX_ITEMS) return items;
  throw new UnreadableMessageError(`An order has at most ${MAX_ITEMS} pieces`);
}

const MAX_REFERENCE = 255;
const MAX_NAME = 255;

/** An id at a shop, which is text or a number. */
export const shopId = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(text("Must be an id", MAX_REFERENCE).min(1, { error: "Must be an id" }));

/** A text that is only shown: cut if it is too long, and `null` if it is empty or cannot be stored. */
export const shownText = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value !== "string") return null;
    const { success, data } = text().safeParse(
      Array.from(value.slice(0, 4 * MAX_NAME))
        .slice(0, MAX_NAME)
        .join(""),
    );
    return success && data !== "" ? data : null;
  });

export const quantityOf = (least: number) => {
  const error = `Must be a whole number from ${least} to ${MAX_QUANTITY}`;
  return z.int({ error }).min(least, { error }).max(MAX_QUANTITY, { error });
};

const amountPattern = /^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/;

/** An amount as text or a number, rounded to two decimals. */
export const shopAmount = z.union([z.number(), z.string()]).transform((value, context) => {
  const match = amountPattern.exec(String(value).trim());
  if (!match) {
    context.issues.push({ code: "custom", message: "Must be an amount", input: value });
    return z.NEVER;
  }
  const [, sign, whole, fraction = ""] = match;
  const thousandths = BigInt(whole! + fraction.padEnd(3, "0").slice(0, 3));
  const cents = (thousandths + 5n) / 10n;
  return formatDecimal(sign ? -cents : cents);
});

export const shopCurrency = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{2,10}$/, { error: "Must be a currency" }));
