import {
  conductNames,
  weekdayNames,
} from "../../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import type {
  ConductKind,
  ConductRuleOf,
} from "../../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { FieldTexts } from "../../../../src/business/rulebook/kinds/parts/field.rule.ts";
import { type FormField, type FormFieldSet, option } from "./form-field.ts";

/** How the form shows the rules of conduct: a field for each of a rule's, in the order shown. */

type SharedName = "kind" | "except" | "consequence" | "deductPercent" | "strikes";

const ownFields: {
  [Kind in ConductKind]: Record<Exclude<keyof ConductRuleOf<Kind>, SharedName>, FormField>;
} = {
  news: {
    impacts: {
      shape: "choices",
      label: "Events of",
      options: { high: "High impact", medium: "Medium impact", low: "Low impact" },
    },
    restricts: {
      shape: "choices",
      label: "A trade may not be",
      options: { entry: "Opened", exit: "Closed", hold: "Held" },
    },
    before: { shape: "count", label: "Minutes before" },
    after: { shape: "count", label: "Minutes after" },
    concerns: {
      shape: "choice",
      label: "An event concerns",
      options: {
        currencies: option("Symbols with its currency"),
        all: option("Every symbol"),
      },
    },
    exceptOpenedBefore: {
      shape: "count",
      label: "Leaves alone what was opened so many minutes before",
      hint: "Leave empty for no exception.",
      isOptional: true,
    },
    instruments: {
      shape: "lists",
      label: "Currencies of other symbols",
      hint: "A symbol on each line, such as US30*: USD. A * at the end matches any ending.",
    },
  },
  holding: {
    time: { shape: "time", label: "Closed by", initial: "21:45" },
    days: { shape: "choices", label: "On", options: weekdayNames },
  },
  min_hold: {
    seconds: {
      shape: "count",
      label: "Shortest time, in seconds",
      hint: "A trade with a profit that closes sooner breaks the rule.",
    },
  },
  idea_loss: {
    limit: { shape: "figure", label: "Largest loss", unitLabel: "Unit", bases: ["initial"] },
    gapMinutes: {
      shape: "count",
      label: "One idea if opened within, in minutes",
      hint: "After the trade before has closed.",
    },
    sides: {
      shape: "choice",
      label: "Trades of",
      options: { same: option("One side"), any: option("Both sides") },
    },
    breachedWhen: {
      shape: "choice",
      label: "Broken",
      options: { below: option("Below it"), at_or_below: option("At or below it") },
    },
  },
  open_trades: {
    max: { shape: "count", label: "At most, trades" },
    per: {
      shape: "choice",
      label: "Open at once in",
      options: { account: option("The account"), symbol: option("A symbol") },
    },
  },
  hedging: {},
  symbols: {
    forbidden: {
      shape: "list",
      label: "Symbols",
      hint: "Separated by commas. A * at the end matches any ending.",
    },
  },
};

const hasStrikes = ({ consequence }: FieldTexts) =>
  consequence === "strike" || consequence === "deduct";

const sharedFields: Record<Exclude<SharedName, "kind">, FormField> = {
  except: { shape: "list", label: "Except", hint: "Symbols that the rule leaves alone." },
  consequence: {
    shape: "choice",
    label: "What breaks it",
    options: {
      note: option("Is noted, for administrators only"),
      warn: option("Is a warning"),
      deduct: option("Costs a part of its profit"),
      strike: option("Is a strike"),
      fail: option("Ends the evaluation"),
    },
  },
  deductPercent: {
    shape: "percent",
    label: "Deducted, % of its profit",
    appliesTo: ({ consequence }) => consequence === "deduct",
    isOptional: true,
  },
  strikes: {
    shape: "count",
    label: "Days that end the evaluation",
    hint: "2 to 20. A deduction may do without.",
    appliesTo: hasStrikes,
    isOptional: true,
  },
};

export interface ConductFormKind {
  kind: ConductKind;
  name: string;
  fields: FormFieldSet;
}

/** The kinds in the order in which the form offers them. */
export const conductFormKinds: readonly ConductFormKind[] = (
  Object.keys(ownFields) as ConductKind[]
).map((kind) => ({
  kind,
  name: conductNames[kind],
  fields: { ...ownFields[kind], ...sharedFields },
}));
