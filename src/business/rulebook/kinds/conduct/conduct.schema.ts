import { z } from "zod";
import { amount, count, percent, timeOfDay } from "../parts/field.schema.ts";
import { percentHundredths } from "../parts/figures.rule.ts";

/** Rules about how an account is traded. Every field is required; `null` means that it does not apply. */

const MAX_SYMBOLS = 500;

const symbol = z
  .string({ error: "A symbol must be text such as EURUSD or US30*" })
  .min(1, { error: "A symbol must not be empty" })
  .max(64, { error: "A symbol must be at most 64 characters" })
  .regex(/^[^*]+\*?$|^\*$/, { error: "A * may only stand at the end of a symbol" })
  .meta({ examples: ["EURUSD"] });

const symbols = z
  .array(symbol)
  .max(MAX_SYMBOLS, { error: `There may be at most ${MAX_SYMBOLS} symbols` });

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, { error: "A currency must be three letters" })
  .meta({ examples: ["USD"] });

const MAX_WINDOW_MINUTES = 1_440;
const minutesMessage = { error: `Minutes must be a whole number from 0 to ${MAX_WINDOW_MINUTES}` };
const minutes = z
  .int(minutesMessage)
  .min(0, minutesMessage)
  .max(MAX_WINDOW_MINUTES, minutesMessage);

/**
 * Some of a few options. As every list of rules, it may be empty; `conductWarnings` says that nothing breaks such a rule.
 * @param what the options are, for the error of a list that repeats them
 */
const choices = <const Choice extends string>(options: readonly Choice[], what: string) =>
  z.array(z.enum(options)).refine((list) => new Set(list).size === list.length, {
    error: `None of the ${what} may be repeated`,
  });

/** In the order of their weight. */
export const conductConsequences = ["note", "warn", "deduct", "strike", "fail"] as const;
export type ConductConsequence = (typeof conductConsequences)[number];

const strikesMessage = { error: "Strikes must be a whole number from 2 to 20" };

const shared = {
  except: symbols.meta({ description: "Symbols that the rule does not apply to" }),
  consequence: z.enum(conductConsequences),
  deductPercent: percent
    .refine((text) => percentHundredths(text) > 0n, {
      error: "The percent to deduct must be above 0",
    })
    .nullable(),
  strikes: z.int(strikesMessage).min(2, strikesMessage).max(20, strikesMessage).nullable(),
};

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const conductRule = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("news"),
      impacts: choices(["high", "medium", "low"], "impacts"),
      before: minutes,
      after: minutes,
      concerns: z.enum(["currencies", "all"]),
      instruments: z.record(symbol, z.array(currency).max(50)),
      restricts: choices(["entry", "exit", "hold"], "restrictions"),
      exceptOpenedBefore: count("Minutes must be a whole number").nullable(),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal("holding"),
      time: timeOfDay,
      days: choices(weekdays, "days"),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal("min_hold"),
      seconds: count("Seconds must be a whole number"),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal("idea_loss"),
      limit: z.union(
        [z.strictObject({ amount }), z.strictObject({ percent, of: z.literal("initial") })],
        { error: "Must be an amount, or a percent of initial" },
      ),
      gapMinutes: count("Minutes must be a whole number"),
      sides: z.enum(["same", "any"]),
      breachedWhen: z.enum(["below", "at_or_below"]),
      ...shared,
    }),
    z.strictObject({
      kind: z.literal("open_trades"),
      max: count("The number of trades must be a whole number"),
      per: z.enum(["account", "symbol"]),
      ...shared,
    }),
    z.strictObject({ kind: z.literal("hedging"), ...shared }),
    z.strictObject({
      kind: z.literal("symbols"),
      forbidden: symbols,
      ...shared,
    }),
  ])
  .superRefine(({ consequence, deductPercent, strikes }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (consequence === "deduct" && deductPercent === null) {
      refuse("deductPercent", "A deduction needs the percent to deduct");
    }
    if (consequence !== "deduct" && deductPercent !== null) {
      refuse("deductPercent", "Only a deduction has a percent; otherwise it must be null");
    }
    if (consequence === "strike" && strikes === null) {
      refuse("strikes", "A strike needs the number of strikes that ends the evaluation");
    }
    if (consequence !== "strike" && consequence !== "deduct" && strikes !== null) {
      refuse("strikes", "Only strikes and deductions have a number; otherwise it must be null");
    }
  });

const MAX_CONDUCT_RULES = 20;

export const conductRules = z
  .array(conductRule)
  .max(MAX_CONDUCT_RULES, { error: `There may be at most ${MAX_CONDUCT_RULES} rules of conduct` })
  .meta({
    examples: [
      [{ kind: "hedging", except: [], consequence: "warn", deductPercent: null, strikes: null }],
    ],
  });

export type ConductRule = z.infer<typeof conductRule>;
export type ConductKind = ConductRule["kind"];
export type ConductRuleOf<Kind extends ConductKind> = Extract<ConductRule, { kind: Kind }>;
