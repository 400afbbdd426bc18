import { z } from "zod";
import { parseCents } from "../../../platform/money/money.ts";
import { bestDayFormulas } from "../kinds/parts/best-day.rule.ts";
import { amount, count, days, percent } from "../kinds/parts/field.schema.ts";
import { percentHundredths } from "../kinds/parts/figures.rule.ts";

/** How each payout of a stage comes about. Every field is required; `null` means that the general field or nothing applies. */

const MAX_SIZES = 50;
const MAX_ROWS = 12;

const notAPair = { error: "A size must be a pair: an initial balance and an amount" };

/** An initial balance, and the amount from it on. A list, because generators of clients do not agree on tuples. */
const size = z.array(amount, notAPair).min(2, notAPair).max(2, notAPair);

const sizes = z
  .array(size)
  .min(1, { error: "There must be at least one size" })
  .max(MAX_SIZES, { error: `There may be at most ${MAX_SIZES} sizes` })
  .refine(
    (pairs) => new Set(pairs.map(([balance]) => parseCents(balance!))).size === pairs.length,
    {
      error: "No size may be repeated",
    },
  );

const termAmount = z
  .union(
    [
      z.strictObject({ amount }),
      z.strictObject({ percent, of: z.literal("initial") }),
      z.strictObject({ sizes }),
    ],
    { error: "Must be an amount, a percent of initial, or amounts by size" },
  )
  .meta({
    description:
      "With `sizes`, that of the greatest size up to the initial balance, or else of the smallest",
    examples: [{ amount: "2100.00" }],
  });
export type TermAmount = z.infer<typeof termAmount>;

/** Of an average, so that it may exceed 100. */
const percentOfAverage = z
  .union([z.string(), z.number()], { error: "A percent must be text such as 200" })
  .transform(String)
  .pipe(z.string())
  .refine((text) => /^\d{1,5}(\.\d{1,2})?$/.test(text), {
    error: "A percent of the average must be from 0 to 99,999.99, with at most two decimals",
  })
  .meta({ examples: ["200"] });

const row = z.strictObject({
  sharePercent: percent.nullable(),
  afterDays: days.nullable(),
  winningDays: days.nullable(),
  bestAtMostPercent: percent.nullable(),
  buffer: termAmount.nullable(),
  minimumProfit: termAmount.nullable(),
  profitAtMostPercent: percent.nullable(),
  cap: termAmount.nullable(),
});
export type PayoutRow = z.infer<typeof row>;

export const payoutTerms = z
  .strictObject({
    refuseAbove: z.boolean({ error: "refuseAbove must be true or false" }),
    capOf: z.enum(["profit", "payout"]),
    consistency: z.strictObject({
      formula: z.enum(bestDayFormulas),
      best: z.enum(["day", "trade"]),
    }),
    shortTrades: z
      .strictObject({
        seconds: count("Seconds must be a whole number").meta({ examples: [120] }),
        atMostPercent: percent,
      })
      .nullable(),
    lotRange: z
      .strictObject({ lowestPercent: percent, highestPercent: percentOfAverage })
      .refine(
        ({ lowestPercent, highestPercent }) =>
          percentHundredths(lowestPercent) <= percentHundredths(highestPercent),
        { error: "The highest percent must not be below the lowest", path: ["highestPercent"] },
      )
      .nullable(),
    payouts: z
      .array(row)
      .min(1, { error: "There must be terms for at least one payout" })
      .max(MAX_ROWS, { error: `There may be terms for at most ${MAX_ROWS} payouts` })
      .meta({
        description: "For the first payout of a stage and so on; the last is for all further ones",
      }),
  })
  .meta({ id: "PayoutTerms" });
export type PayoutTerms = z.infer<typeof payoutTerms>;
