import { z } from "zod";
import { formatDecimal, parseCents } from "./money.ts";

/** Money in an answer: decimal text with exactly two decimals. */
export const money = z.string().meta({ pattern: "^-?\\d{1,12}\\.\\d{2}$", examples: ["1000.00"] });

/** A sum of money in an answer: as `money`, however large. */
export const moneySum = z.string().meta({ pattern: "^-?\\d+\\.\\d{2}$", examples: ["250000.00"] });

/**
 * Money in a request: decimal text or a JSON number, handed on in the wire form. Plain notation
 * only, so that nothing is rounded or read otherwise than it was written.
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
    .meta({ examples: ["1000.00"] });
}
