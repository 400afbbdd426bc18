import type { PayoutRules, Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { type RuleTexts, textsOf } from "./rule-texts.ts";

/** Returns whether winning days are required, so that their minimum matters. */
export const requiresWinningDays = ({ minimumWinningDays }: PayoutFields) =>
  Number(minimumWinningDays) !== 0;

export type PayoutFields = Record<Exclude<keyof PayoutRules, "terms">, string>;

/** The form for a version of the rules. */
export interface RulesForm {
  name: string;
  note: string;
  day: Rules["day"];
  /** In minutes, such as `5` or `0.5`. */
  maxGap: string;
  limits: RuleTexts[];
  objectives: RuleTexts[];
  /** The rules of conduct as JSON; empty without any. */
  conduct: string;
  hasPayout: boolean;
  payout: PayoutFields;
  /** The terms of single payouts as JSON; empty without any. */
  terms: string;
}

const noPayout: PayoutFields = {
  sharePercent: "80",
  firstAfterDays: "14",
  everyDays: "14",
  minimum: "0.00",
  minimumWinningDays: "0",
  winningDayMinimum: "",
  bestDayAtMostPercent: "",
  bufferAmount: "0.00",
};

export const emptyRules: RulesForm = {
  name: "",
  note: "",
  day: { timeZone: "UTC", startsAt: "00:00" },
  maxGap: "5",
  limits: [],
  objectives: [],
  conduct: "",
  hasPayout: false,
  payout: noPayout,
  terms: "",
};

/** Converts rules to form fields without reformatting their texts. */
export function fieldsOf(rules: Rules): Omit<RulesForm, "name" | "note"> {
  return {
    day: rules.day,
    maxGap: String(rules.observation.maxGapSeconds / 60),
    limits: rules.limits.map(textsOf),
    objectives: rules.objectives.map(textsOf),
    conduct: rules.conduct === undefined ? "" : JSON.stringify(rules.conduct, null, 2),
    hasPayout: rules.payout !== null,
    payout: rules.payout ? payoutFields(rules.payout) : noPayout,
    terms: rules.payout?.terms === undefined ? "" : JSON.stringify(rules.payout.terms, null, 2),
  };
}

function payoutFields({ terms: _terms, ...payout }: PayoutRules): PayoutFields {
  const entries = Object.entries(payout).map(([name, value]) => [name, String(value ?? "")]);
  return Object.fromEntries(entries) as PayoutFields;
}
