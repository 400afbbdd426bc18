import { z } from "zod";
import { text } from "../fields/text.schema.ts";
import { formatDecimal, parseCents } from "./money.ts";

/** Money in a response: decimal text with exactly two decimals. */
export const money = z.string().meta({ pattern: "^-?\\d{1,12}\\.\\d{2}$", examples: ["1000.00"] });

/** A sum of money in a response: like `money`, but with any number of digits. */
export const moneySum = z.string().meta({ pattern: "^-?\\d+\\.\\d{2}$", examples: ["250000.00"] });

/** The currency of an amount in a response. */
export const currency = z.string().meta({ examples: ["USD"] });

/** The currency of an amount in a request, in capitals or small letters. */
export const currencyInput = text("Currency must be text")
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,10}$/, { error: "Currency must be a code such as USD" });

/** Sums in other currencies than US dollars, which are never added to those in dollars. */
export const otherSums = z.array(
  z.object({ currency: currency.meta({ examples: ["EUR"] }), amount: moneySum }),
);

/** What `parseCents` reads. */
const moneyInputShape = {
  anyOf: [
    { type: "string" as const, pattern: "^-?\\d{1,12}(\\.\\d{1,2})?$" },
    {
      type: "number" as const,
      minimum: -999_999_999_999.99,
      maximum: 999_999_999_999.99,
      multipleOf: 0.01,
    },
  ],
};

/**
 * Money in a request: decimal text or a JSON number, converted to decimal text with two decimals. Only plain notation
 * is accepted, so that no amount is rounded or misread.
 */
export function moneyInput(message: string) {
  return z
    .union([z.string(), z.number()], { error: message })
    .transform((value, context) => {
      const cents = parseCents(String(value));
      if (cents !== null) return formatDecimal(cents);
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    })
    .meta({ override: moneyInputShape, examples: ["1000.00"] });
}
