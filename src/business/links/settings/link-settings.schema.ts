import { z } from "zod";
import { timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, optionalNotes, text } from "../../../platform/fields/text.schema.ts";
import { currencyInput, money, moneyInput } from "../../../platform/money/money.schema.ts";
import { MAX_ONE_IN } from "../evidence/chance.rule.ts";
import { factKinds } from "../facts/fact.rule.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { allocationCounts, factUses } from "./link-settings.rule.ts";

/** The fields that are whole numbers, each with its least and largest value. */
const ranges = {
  days: [1, 90],
  seconds: [1, 300],
  matches: [3, 1000],
  sharePercent: [1, 100],
  oneIn: [1, MAX_ONE_IN],
  overlapSeconds: [1, 3600],
  crowd: [3, 1000],
  retentionDays: [0, 730],
} as const;

const whole = (name: keyof typeof ranges) => {
  const [least, most] = ranges[name];
  const error = {
    error: `${name} must be a whole number from ${least} to ${most.toLocaleString("en-US")}`,
  };
  return z.int(error).min(least, error).max(most, error);
};

/** The fields of both detectors. */
export const detectorFields = {
  seconds: whole("seconds").meta({ examples: [10], description: "Entries so far apart match" }),
  matches: whole("matches").meta({ examples: [5], description: "The least matches of a pair" }),
  sharePercent: whole("sharePercent").meta({
    examples: [50],
    description: "The least share of the entries of the account that has fewer",
  }),
  oneIn: whole("oneIn").meta({
    examples: [1_000_000_000],
    description: "A pair is raised if at most one in so many unrelated pairs matches as often",
  }),
};
/** Of `opposite` only. */
export const overlapSeconds = whole("overlapSeconds").meta({
  examples: [10],
  description: "How long both must be open together",
});

const factUse = z.enum(factUses, { error: `A fact must be one of ${factUses.join(", ")}` });

const symbol = text("A symbol must be text", 64)
  .min(1, { error: "A symbol must not be empty" })
  .toUpperCase()
  .meta({ examples: ["MES"] });

const ratioError = {
  error: 'A ratio must be a number such as "0.1", not 0, with at most eight decimals',
};
const ratio = z
  .string(ratioError)
  .regex(/^(?=.*[1-9])-?\d{1,9}(?:\.\d{1,8})?$/, ratioError)
  .meta({
    examples: ["0.1"],
    description: "What a volume is multiplied by; a negative one turns the direction round",
  });

const MOST_CAPS = 50;
const MOST_GROUPS = 200;
const MOST_SYMBOLS = 100;
const group = z.strictObject({
  name: nameText("A group needs a name").meta({ examples: ["S&P 500"] }),
  symbols: z
    .array(z.strictObject({ symbol, ratio }))
    .min(1, { error: "A group needs a symbol" })
    .max(MOST_SYMBOLS, { error: `A group may have at most ${MOST_SYMBOLS} symbols` }),
});

export const instruments = z
  .array(group)
  .max(MOST_GROUPS, { error: `There may be at most ${MOST_GROUPS} groups` })
  .superRefine((groups, context) => {
    const names = new Set<string>();
    const symbols = new Set<string>();
    for (const [place, { name, symbols: own }] of groups.entries()) {
      if (names.has(name)) {
        const message = `There are two groups ${name}`;
        context.addIssue({ code: "custom", path: [place, "name"], message });
      }
      names.add(name);
      for (const [index, { symbol: each }] of own.entries()) {
        if (symbols.has(each)) {
          const message = `${each} may be in one group only, and once`;
          context.addIssue({ code: "custom", path: [place, "symbols", index, "symbol"], message });
        }
        symbols.add(each);
      }
    }
  })
  .meta({
    description:
      "Symbols that are one instrument; others are named by their leading letters and digits",
  });

const capError = { error: "A cap must be an amount above 0" };

/** The most that a person may be allocated, by currency. */
export const allocationCaps = z
  .record(
    currencyInput,
    moneyInput(capError.error).refine((value) => /^(?=.*[1-9])\d/.test(value), capError),
    { error: "Caps must be amounts by currency" },
  )
  .refine((caps) => Object.keys(caps).length <= MOST_CAPS, {
    error: `There may be at most ${MOST_CAPS} caps`,
  })
  .meta({ examples: [{ USD: "400000.00" }] });

export const allocationCount = z
  .enum(allocationCounts, { error: `Counts must be one of ${allocationCounts.join(", ")}` })
  .meta({ description: "All open stages, or only those of accounts whose payouts are enabled" });

export const linkSettings = z
  .object({
    days: whole("days").meta({ examples: [30], description: "The length of the window" }),
    copied: z
      .object(detectorFields)
      .nullable()
      .meta({ description: "Entries in the same direction; `null` if they are not compared" }),
    opposite: z
      .object({ ...detectorFields, overlapSeconds })
      .nullable()
      .meta({ description: "Entries in opposite directions; `null` if they are not compared" }),
    crowd: whole("crowd").meta({
      examples: [10],
      description: "An entry that so many others make too is public",
    }),
    facts: z.object(recordOf(factKinds, () => z.enum(factUses))).meta({
      description: "`note` only joins what something else has opened",
    }),
    retentionDays: whole("retentionDays").meta({
      examples: [180],
      description: "How long devices and networks are kept after they were last seen; 0 keeps none",
    }),
    instruments: z.array(
      z.object({
        name: z.string().meta({ examples: ["S&P 500"] }),
        symbols: z.array(z.object({ symbol, ratio })),
      }),
    ),
    allocation: z
      .object({
        caps: z
          .record(z.string(), money)
          .meta({ examples: [{ USD: "400000.00" }], description: "By currency" }),
        counts: allocationCount,
      })
      .meta({ description: "How much the accounts of a person may be allocated together" }),
  })
  .meta({ id: "LinkSettings" });

export const linkSettingsVersion = z
  .object({
    version: z.int().meta({ examples: [3] }),
    settings: linkSettings,
    note: z.string().nullable(),
    createdAt: timestamp,
    createdBy: z.string(),
  })
  .meta({ id: "LinkSettingsVersion" });

export type LinkSettingsVersionOut = z.infer<typeof linkSettingsVersion>;

const change = {
  days: whole("days").optional(),
  copied: z.strictObject(detectorFields).partial().nullable().optional(),
  opposite: z
    .strictObject({ ...detectorFields, overlapSeconds })
    .partial()
    .nullable()
    .optional(),
  crowd: whole("crowd").optional(),
  facts: z
    .strictObject(recordOf(factKinds, () => factUse))
    .partial()
    .optional(),
  retentionDays: whole("retentionDays").optional(),
  instruments: instruments.optional(),
  allocation: z
    .strictObject({ caps: allocationCaps, counts: allocationCount })
    .partial()
    .optional(),
};

/** What is left out stays as it is; so do the fields of a detector, and facts. */
export const setLinkSettingsInput = z.strictObject({ ...change, note: optionalNotes() });

export const previewLinksInput = z.strictObject({ ...change, to: timeInput("to").optional() });

const count = z.int().meta({ examples: [14] });

export const linksPreview = z
  .object({
    from: timestamp,
    to: timestamp,
    accounts: count.meta({ description: "The accounts with an entry" }),
    entries: count.meta({ description: "Of both detectors" }),
    pairs: z
      .object(recordOf([...linkKinds, ...factKinds], () => count))
      .meta({ description: "Pairs of traders that are raised, or share a fact" }),
    groups: z
      .array(z.int())
      .meta({ examples: [[3, 2]], description: "The sizes of the groups of those that open" }),
  })
  .meta({ id: "LinksPreview" });

export type LinksPreview = z.infer<typeof linksPreview>;
