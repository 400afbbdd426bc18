import { kindOf } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { PayoutRules, Rules } from "../../../../src/business/rulebook/rules/rules.schema.ts";
import { conductFormKinds } from "./conduct-form.ts";
import type { FormFieldSet } from "./form-field.ts";
import { type RuleTexts, textsOf } from "./rule-texts.ts";
import { emptyTerms, type TermsForm, termsFormOf } from "./payout-terms-form.ts";

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
  conduct: RuleTexts[];
  hasPayout: boolean;
  payout: PayoutFields;
  hasTerms: boolean;
  terms: TermsForm;
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
  conduct: [],
  hasPayout: false,
  payout: noPayout,
  hasTerms: false,
  terms: emptyTerms(),
};

/** Converts rules to form fields without reformatting their texts. */
export function fieldsOf(rules: Rules): Omit<RulesForm, "name" | "note"> {
  return {
    day: rules.day,
    maxGap: String(rules.observation.maxGapSeconds / 60),
    limits: rules.limits.map((rule) => ruleTexts(kindOf(rule.kind).fields, rule)),
    objectives: rules.objectives.map((rule) => ruleTexts(kindOf(rule.kind).fields, rule)),
    conduct: (rules.conduct ?? []).map((rule) => ruleTexts(conductFieldsOf(rule.kind), rule)),
    hasPayout: rules.payout !== null,
    payout: rules.payout ? payoutFields(rules.payout) : noPayout,
    hasTerms: rules.payout?.terms !== undefined,
    terms: rules.payout?.terms ? termsFormOf(rules.payout.terms) : emptyTerms(),
  };
}

function ruleTexts(fields: FormFieldSet, rule: { kind: string }): RuleTexts {
  return { ...textsOf(fields, rule), kind: rule.kind };
}

/** Returns the fields of a kind of rule of conduct. */
export function conductFieldsOf(kind: string): FormFieldSet {
  return conductFormKinds.find((each) => each.kind === kind)!.fields;
}

function payoutFields({ terms: _terms, ...payout }: PayoutRules): PayoutFields {
  const entries = Object.entries(payout).map(([name, value]) => [name, String(value ?? "")]);
  return Object.fromEntries(entries) as PayoutFields;
}
