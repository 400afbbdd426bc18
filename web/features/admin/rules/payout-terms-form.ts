import type {
  PayoutRow,
  PayoutTerms,
} from "../../../../src/business/rulebook/rules/payout-terms.schema.ts";
import { type FormField, type FormFieldSet, option } from "./form-field.ts";
import { type FormTexts, newTexts, textsOf, valuesOf } from "./rule-texts.ts";

/** How the form shows the terms of single payouts. */

const consistencyFields: Record<keyof PayoutTerms["consistency"], FormField> = {
  formula: {
    shape: "choice",
    label: "The best is compared with",
    options: {
      total: option("The profit"),
      winning_days: option("The sum of the days with a profit"),
      target: option("A profit of which it is that part"),
      excess: option("A minimum that it raises"),
    },
  },
  best: {
    shape: "choice",
    label: "Best",
    options: { day: option("Day"), trade: option("Trade") },
  },
};

const generalFields: Record<"refuseAbove" | "capOf", FormField> = {
  refuseAbove: {
    shape: "switch",
    label: "Refuse a request above what can be withdrawn",
    hint: "Otherwise the statement informs and never blocks a request.",
  },
  capOf: {
    shape: "choice",
    label: "A cap limits",
    options: { profit: option("The profit, before the share"), payout: option("The payout") },
  },
};

const shortTradesFields: Record<keyof NonNullable<PayoutTerms["shortTrades"]>, FormField> = {
  seconds: {
    shape: "count",
    label: "Shortest holding time, in seconds",
    hint: "Leave both empty for no limit.",
  },
  atMostPercent: { shape: "percent", label: "Profit of shorter trades, at most %" },
};

const lotRangeFields: Record<keyof NonNullable<PayoutTerms["lotRange"]>, FormField> = {
  lowestPercent: {
    shape: "percent",
    label: "Smallest volume, % of the average",
    hint: "The profit of other volumes is deducted. Leave both empty for no range.",
  },
  highestPercent: { shape: "percent", label: "Largest volume, % of the average" },
};

const rowFields: Record<keyof PayoutRow, FormField> = {
  sharePercent: { shape: "percent", label: "Share, %", isOptional: true },
  afterDays: { shape: "count", label: "After days", isOptional: true },
  winningDays: { shape: "count", label: "Winning days", isOptional: true },
  bestAtMostPercent: { shape: "percent", label: "Best at most, %", isOptional: true },
  buffer: { shape: "sized", label: "Buffer", isOptional: true },
  minimumProfit: { shape: "sized", label: "Minimum profit", isOptional: true },
  profitAtMostPercent: { shape: "percent", label: "Part of the profit, %", isOptional: true },
  cap: { shape: "sized", label: "Cap", isOptional: true },
};

/** The fields of all payouts, then those of each; those that may be left out have a group of their own. */
export const termFields = {
  general: generalFields,
  consistency: consistencyFields,
  shortTrades: shortTradesFields,
  lotRange: lotRangeFields,
  row: rowFields,
} satisfies Record<string, FormFieldSet>;

export type TermGroup = Exclude<keyof typeof termFields, "row">;

/** The terms in a form. */
export interface TermsForm extends Record<TermGroup, FormTexts> {
  payouts: FormTexts[];
}

export const newPayoutRow = (): FormTexts => newTexts(rowFields);

export const emptyTerms = (): TermsForm => ({
  general: newTexts(generalFields),
  consistency: newTexts(consistencyFields),
  shortTrades: newTexts(shortTradesFields),
  lotRange: newTexts(lotRangeFields),
  payouts: [newPayoutRow()],
});

export function termsFormOf(terms: PayoutTerms): TermsForm {
  return {
    general: textsOf(generalFields, terms),
    consistency: textsOf(consistencyFields, terms.consistency),
    shortTrades: textsOf(shortTradesFields, terms.shortTrades ?? {}),
    lotRange: textsOf(lotRangeFields, terms.lotRange ?? {}),
    payouts: terms.payouts.map((row) => textsOf(rowFields, row)),
  };
}

/** Converts the form to terms, still to be checked by the schema. A group whose fields are all empty is `null`. */
export function termsOf(form: TermsForm): object {
  const orNull = (group: "shortTrades" | "lotRange") =>
    Object.values(form[group]).every((text) => text === "")
      ? null
      : valuesOf(termFields[group], form[group]);
  return {
    ...valuesOf(generalFields, form.general),
    consistency: valuesOf(consistencyFields, form.consistency),
    shortTrades: orNull("shortTrades"),
    lotRange: orNull("lotRange"),
    payouts: form.payouts.map((row) => valuesOf(rowFields, row)),
  };
}

/** Maps a path in the terms, such as `capOf` or `payouts.0.cap.amount`, to its field in the form. */
export function termFieldOfPath(path: readonly string[]): string[] {
  const [first = ""] = path;
  if (first in generalFields) return ["general", first];
  return path.slice(0, first === "payouts" ? 3 : 2);
}
