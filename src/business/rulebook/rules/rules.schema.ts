import { z } from "zod";
import { parseCents } from "../../../platform/money/money.ts";
import { isTimeZone } from "../../../platform/time/local-time.rule.ts";

/**
 * The rules of a stage as data. Decimals are text and stay as they were entered, because the hash of a version
 * covers its exact text. Every field is required; `null` means that it does not apply.
 */

const decimalText = (error: string) =>
  z.union([z.string(), z.number()], { error }).transform(String).pipe(z.string());

const amount = decimalText("An amount must be text such as 5000.00")
  .refine((text) => (parseCents(text) ?? -1n) >= 0n, {
    error: "An amount must be a number with at most two decimals that is not negative",
  })
  .meta({ examples: ["5000.00"] });

const percent = decimalText("A percent must be text such as 5")
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100, {
    error: "A percent must be from 0 to 100, with at most two decimals",
  })
  .meta({ examples: ["5"] });

const volume = decimalText("A volume must be text such as 5.00")
  .refine((text) => /^\d{1,12}(\.\d{1,8})?$/.test(text), {
    error: "A volume must be a number of lots with at most eight decimals",
  })
  .meta({ examples: ["5.00"] });

const timeOfDay = z
  .string({ error: "A time must be text such as 15:10" })
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    error: "A time must be from 00:00 to 23:59",
  })
  .meta({ examples: ["00:00"] });

const timeZone = z
  .string({ error: "A time zone must be text such as Europe/Prague" })
  .refine(isTimeZone, { error: "The time zone is not known; use a name such as Europe/Prague" })
  .meta({ examples: ["Europe/Prague"] });

const count = (error: string) => z.int({ error }).min(0, { error }).max(1_000_000, { error });
const days = count("Days must be a whole number");

const fixedAmount = z.strictObject({ amount });
const limitOf = <const Bases extends readonly string[]>(...bases: Bases) =>
  z.union([fixedAmount, z.strictObject({ percent, of: z.enum(bases) })], {
    error: `Must be an amount, or a percent of ${bases.join(" or ")}`,
  });

/** What a limit measures: observed equity, the balance after each booking, or the balance at the end of each day. */
const measured = z.enum(["equity", "balance", "day_end_balance"]);
const breachedWhen = z.enum(["below", "at_or_below"]);
/** `fail` ends the evaluation of the stage; `pause` is only reported, and the evaluation continues. */
const consequence = z.enum(["fail", "pause"]);

const dailyLoss = z.strictObject({
  kind: z.literal("daily_loss"),
  limit: limitOf("initial", "reference"),
  from: z.enum(["balance", "equity", "higher", "day_high_equity"]),
  measured,
  breachedWhen,
  consequence,
});

const maxLoss = z.strictObject({
  kind: z.literal("max_loss"),
  limit: limitOf("initial", "peak"),
  mode: z.enum(["static", "trailing_day_end", "trailing_closed", "trailing_equity"]),
  locksAt: fixedAmount.nullable(),
  onWithdrawal: z.enum(["follow", "stay"]).nullable(),
  measured,
  breachedWhen,
  consequence,
});

const openLoss = z.strictObject({
  kind: z.literal("open_loss"),
  limit: limitOf("initial"),
  breachedWhen,
  consequence,
});

const maxPosition = z.strictObject({ kind: z.literal("max_position"), volume, consequence });
const flatBy = z.strictObject({ kind: z.literal("flat_by"), time: timeOfDay, consequence });

const inactivity = z.strictObject({
  kind: z.literal("inactivity"),
  days,
  counts: z.enum(["deals", "opened"]),
  consequence,
});

const limit = z.discriminatedUnion("kind", [
  dailyLoss,
  maxLoss,
  openLoss,
  maxPosition,
  flatBy,
  inactivity,
]);

const profitTarget = z.strictObject({
  kind: z.literal("profit_target"),
  target: limitOf("initial"),
});

const minTradingDays = z.strictObject({
  kind: z.literal("min_trading_days"),
  days,
  counts: z.enum(["opened", "closed", "traded", "opened_and_closed", "profitable"]),
  minimumProfit: limitOf("initial").nullable(),
});

const consistency = z.strictObject({
  kind: z.literal("consistency"),
  bestDayAtMostPercent: percent,
});

const objective = z.discriminatedUnion("kind", [profitTarget, minTradingDays, consistency]);

const payoutRules = z.strictObject({
  sharePercent: percent,
  firstAfterDays: days,
  everyDays: days,
  minimum: amount,
  minimumWinningDays: days,
  winningDayMinimum: amount.nullable(),
  bestDayAtMostPercent: percent.nullable(),
  bufferAmount: amount,
});

/** The maximum number of limits, and of objectives, in one version. */
const MAX_RULES = 50;

export const rules = z
  .strictObject({
    day: z.strictObject({ timeZone, startsAt: timeOfDay }),
    observation: z.strictObject({
      maxGapSeconds: count("maxGapSeconds must be a whole number of seconds"),
    }),
    limits: z.array(limit).max(MAX_RULES),
    objectives: z.array(objective).max(MAX_RULES),
    payout: payoutRules.nullable(),
  })
  .meta({ id: "Rules" });

export type Rules = z.infer<typeof rules>;
export type LimitRule = z.infer<typeof limit>;
export type ObjectiveRule = z.infer<typeof objective>;
export type RuleOf<Kind extends (LimitRule | ObjectiveRule)["kind"]> = Extract<
  LimitRule | ObjectiveRule,
  { kind: Kind }
>;
export type PayoutRules = z.infer<typeof payoutRules>;
