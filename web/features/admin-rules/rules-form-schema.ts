import { z } from "zod";
import {
  addRuleVersionInput,
  createRuleSetInput,
} from "../../../src/business/rulebook/rules/rule-set.schema.ts";
import { type SchemaForm, useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { readCount, ruleOfTexts } from "./rule-texts.ts";
import { requiresWinningDays, type RulesForm } from "./rules-form.ts";

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
    const inText = rest[0] === "conduct" ? rest.slice(1) : rest[1] === "terms" ? rest.slice(2) : [];
    const place = inText.length > 0 ? `${inText.join(".")} ` : "";
    context.issues.push({
      code: "custom",
      path: field,
      message: `${place}${message}`,
      input: form,
    });
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
    limits: form.limits.map(ruleOfTexts),
    objectives: form.objectives.map(ruleOfTexts),
    payout: form.hasPayout ? readPayout(form) : null,
    ...(form.conduct.trim() !== "" && { conduct: readJson(form.conduct) }),
  };
}

/** Returns text that is no JSON as it is; the schema refuses it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts minutes to whole seconds, which undoes the division of any number of seconds by 60. */
export function readGap(minutes: string): number {
  const seconds = readCount(minutes) * 60;
  const whole = Math.round(seconds);
  return Math.abs(seconds - whole) < 1e-6 ? whole : seconds;
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

function readPayout({ payout, terms }: RulesForm): object {
  return {
    ...(terms.trim() !== "" && { terms: readJson(terms) }),
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
  if (list === "conduct") return ["conduct"];
  if (list === "payout" && steps[1] === "terms") return ["terms"];
  return list === "limits" || list === "objectives" ? steps.slice(0, 3) : steps;
}

export type RulesFormApi = SchemaForm<RulesForm, RulesFormOutput>;

export function useRulesForm(values: RulesForm): RulesFormApi {
  return useSchemaForm<RulesForm, RulesFormOutput>(rulesForm, values);
}
