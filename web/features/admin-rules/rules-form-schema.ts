import { z } from "zod";
import {
  addRuleVersionInput,
  createRuleSetInput,
} from "../../../src/business/rulebook/rules/rule-set.schema.ts";
import { type SchemaForm, useSchemaForm } from "../../components/forms/use-schema-form.ts";
import {
  countsProfitableDays,
  hasMovingFloor,
  NOTHING,
  type PayoutFields,
  requiresWinningDays,
  type RuleFields,
  type RulesForm,
} from "./rules-form.ts";

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
    limits: form.limits.map((rule) => readers[rule.kind](rule)),
    objectives: form.objectives.map((rule) => readers[rule.kind](rule)),
    payout: form.hasPayout ? readPayout(form.payout) : null,
  };
}

/** Returns `NaN`, which the schema reports, for anything that is not a number. */
function readCount(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** Converts minutes to whole seconds, which undoes the division of any number of seconds by 60. */
export function readGap(minutes: string): number {
  const seconds = readCount(minutes) * 60;
  const whole = Math.round(seconds);
  return Math.abs(seconds - whole) < 1e-6 ? whole : seconds;
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

function readFigure(figure: string, of: RuleFields["of"]): object {
  return of === "amount" ? { amount: figure.trim() } : { percent: figure.trim(), of };
}

type Reader = (rule: RuleFields) => object;

const readers: Record<RuleFields["kind"], Reader> = {
  daily_loss: ({ kind, figure, of, from, measured, breachedWhen, consequence }) => ({
    kind,
    limit: readFigure(figure, of),
    from,
    measured,
    breachedWhen,
    consequence,
  }),
  max_loss: ({ kind, figure, of, mode, locksAt, onWithdrawal, ...rule }) => ({
    kind,
    limit: readFigure(figure, of),
    mode,
    locksAt: hasMovingFloor({ mode }) && orNull(locksAt) ? { amount: locksAt.trim() } : null,
    onWithdrawal: onWithdrawal === NOTHING ? null : onWithdrawal,
    measured: rule.measured,
    breachedWhen: rule.breachedWhen,
    consequence: rule.consequence,
  }),
  open_loss: ({ kind, figure, of, breachedWhen, consequence }) => ({
    kind,
    limit: readFigure(figure, of),
    breachedWhen,
    consequence,
  }),
  max_position: ({ kind, volume, consequence }) => ({ kind, volume: volume.trim(), consequence }),
  flat_by: ({ kind, time, consequence }) => ({ kind, time, consequence }),
  inactivity: ({ kind, days, counts, consequence }) => ({
    kind,
    days: readCount(days),
    counts,
    consequence,
  }),
  profit_target: ({ kind, figure, of }) => ({ kind, target: readFigure(figure, of) }),
  min_trading_days: ({ kind, days, counts, minimumProfit, minimumProfitOf }) => ({
    kind,
    days: readCount(days),
    counts,
    minimumProfit:
      countsProfitableDays({ counts }) && orNull(minimumProfit)
        ? readFigure(minimumProfit, minimumProfitOf)
        : null,
  }),
  consistency: ({ kind, percent }) => ({ kind, bestDayAtMostPercent: percent.trim() }),
};

function readPayout(payout: PayoutFields): object {
  return {
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
export function fieldOfPath(path: readonly PropertyKey[]): string[] {
  const steps = path.map(String);
  const [list, index, name] = steps;
  if (list === "observation") return ["maxGap"];
  if ((list !== "limits" && list !== "objectives") || index === undefined) return steps;
  return [list, index, renamed[name!] ?? name!];
}

const renamed: Readonly<Record<string, string>> = {
  limit: "figure",
  target: "figure",
  bestDayAtMostPercent: "percent",
};

export type RulesFormApi = SchemaForm<RulesForm, RulesFormOutput>;

export function useRulesForm(values: RulesForm): RulesFormApi {
  return useSchemaForm<RulesForm, RulesFormOutput>(rulesForm, values);
}
