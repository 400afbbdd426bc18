import { z } from "zod";
import { kindOf, type Rule } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  addRuleVersionInput,
  createRuleSetInput,
} from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { type SchemaForm, useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import type { FormFieldSet } from "./form-field.ts";
import { readCount, type RuleTexts, valuesOf } from "./rule-texts.ts";
import { conductFieldsOf, requiresWinningDays, type RulesForm } from "./rules-form.ts";
import { termFieldOfPath, termsOf } from "./payout-terms-form.ts";

const version = z.object({
  ...createRuleSetInput.shape,
  note: addRuleVersionInput.shape.note,
});

export type RulesFormOutput = z.output<typeof version>;

/** Checks the form with the server's schemas; each issue names the corresponding form field. */
export const rulesForm = z.custom<RulesForm>().transform((form, context) => {
  const { name, note } = form;
  const { data, error } = version.safeParse({ name, note, rules: readRules(form) });
  if (data) return data;
  for (const { path, message } of error.issues) {
    const [first, ...rest] = path;
    const field = first === "rules" ? fieldOfPath(rest) : path.map(String);
    context.issues.push({ code: "custom", path: field, message, input: form });
  }
  return z.NEVER;
});

/** Returns the rules in the form if they are valid. */
export function readValidRules(form: RulesForm) {
  return createRuleSetInput.shape.rules.safeParse(readRules(form)).data;
}

/** Converts the form to rules, still to be checked by the schema. Leaves out the values of hidden fields. */
function readRules(form: RulesForm): object {
  return {
    day: form.day,
    observation: { maxGapSeconds: readGap(form.maxGap) },
    limits: form.limits.map(declaredRule),
    objectives: form.objectives.map(declaredRule),
    payout: form.hasPayout ? readPayout(form) : null,
    // Rules that never had any keep their hash.
    ...(form.conduct.length > 0 && {
      conduct: form.conduct.map((rule) => readRule(conductFieldsOf(rule.kind), rule)),
    }),
  };
}

function declaredRule(rule: RuleTexts): object {
  return readRule(kindOf(rule.kind as Rule["kind"]).fields, rule);
}

function readRule(fields: FormFieldSet, rule: RuleTexts): object {
  return { kind: rule.kind, ...valuesOf(fields, rule) };
}

/** Converts minutes to whole seconds, which undoes the division of any number of seconds by 60. */
export function readGap(minutes: string): number {
  const seconds = readCount(minutes) * 60;
  const whole = Math.round(seconds);
  return Math.abs(seconds - whole) < 1e-6 ? whole : seconds;
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

function readPayout({ payout, hasTerms, terms }: RulesForm): object {
  return {
    ...(hasTerms && { terms: termsOf(terms) }),
    sharePercent: payout.sharePercent.trim(),
    firstAfterDays: readCount(payout.firstAfterDays),
    everyDays: readCount(payout.everyDays),
    minimum: payout.minimum.trim(),
    minimumWinningDays: readCount(payout.minimumWinningDays),
    winningDayMinimum: requiresWinningDays(payout) ? orNull(payout.winningDayMinimum) : null,
    bestDayAtMostPercent: orNull(payout.bestDayAtMostPercent),
    bufferAmount: payout.bufferAmount.trim(),
  };
}

/** Maps a path in the rules, such as `limits.0.limit.percent`, to its form field. */
function fieldOfPath(path: readonly PropertyKey[]): string[] {
  const steps = path.map(String);
  const [list] = steps;
  if (list === "observation") return ["maxGap"];
  if (list === "payout" && steps[1] === "terms")
    return ["terms", ...termFieldOfPath(steps.slice(2))];
  return list === "payout" || list === "day" ? steps : steps.slice(0, 3);
}

export type RulesFormApi = SchemaForm<RulesForm, RulesFormOutput>;

export function useRulesForm(values: RulesForm): RulesFormApi {
  return useSchemaForm<RulesForm, RulesFormOutput>(rulesForm, values);
}
