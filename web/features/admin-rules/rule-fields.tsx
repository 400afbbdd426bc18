import type { ReactNode } from "react";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import {
  breaches,
  consequences,
  countedDays,
  figureUnits,
  inactivityCounts,
  measures,
  modes,
  references,
  withdrawals,
} from "./rule-options.ts";
import {
  countsProfitableDays,
  hasMovingFloor,
  type RuleFields as Fields,
  type RuleKind,
} from "./rules-form.ts";
import type { RulesFormApi } from "./use-rules-form.ts";

export type RuleList = "limits" | "objectives";

interface RuleFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  index: number;
  rule: Fields;
}

/** The fields of one rule that apply to its kind and options. The form keeps the values of the others. */
export function RuleFields({ form, list, index, rule }: RuleFieldsProps) {
  const field = (name: keyof Fields) =>
    amounts.has(name)
      ? form.amountField(`${list}.${index}.${name}`)
      : form.field(`${list}.${index}.${name}`);
  return <div className={layout.fields}>{fieldsByKind[rule.kind](field, rule)}</div>;
}

/** The fields for an amount or a percentage. */
const amounts: ReadonlySet<keyof Fields> = new Set([
  "figure",
  "locksAt",
  "minimumProfit",
  "percent",
]);

type FieldOf = (name: keyof Fields) => ReturnType<RulesFormApi["field"]>;

const figure = (label: string) => (field: FieldOf, rule: Fields) => (
  <>
    <TextField label={label} inputMode="decimal" autoComplete="off" {...field("figure")} />
    <Select label="Unit" options={figureUnits(rule.kind)} {...field("of")} />
  </>
);
const limitFigure = figure("Limit");
const targetFigure = figure("Target");

const measured = (field: FieldOf) => (
  <Select label="Measured" options={measures} {...field("measured")} />
);
const breached = (field: FieldOf) => (
  <Select label="Breached" options={breaches} {...field("breachedWhen")} />
);
const consequence = (field: FieldOf) => (
  <Select label="A breach" options={consequences} {...field("consequence")} />
);
const days = (field: FieldOf) => (
  <TextField label="Days" inputMode="numeric" autoComplete="off" {...field("days")} />
);

const fieldsByKind: Record<RuleKind, (field: FieldOf, rule: Fields) => ReactNode> = {
  daily_loss: (field, rule) => (
    <>
      {limitFigure(field, rule)}
      <Select label="Below" options={references} {...field("from")} />
      {measured(field)}
      {breached(field)}
      {consequence(field)}
    </>
  ),
  max_loss: (field, rule) => (
    <>
      {limitFigure(field, rule)}
      <Select label="Floor" options={modes} {...field("mode")} />
      {hasMovingFloor(rule) ? (
        <>
          <TextField
            label="Locks at"
            hint="Above the initial balance. Leave empty if the floor never locks."
            inputMode="decimal"
            autoComplete="off"
            {...field("locksAt")}
          />
          <Select label="A withdrawal" options={withdrawals} {...field("onWithdrawal")} />
        </>
      ) : null}
      {measured(field)}
      {breached(field)}
      {consequence(field)}
    </>
  ),
  open_loss: (field, rule) => (
    <>
      {limitFigure(field, rule)}
      {breached(field)}
      {consequence(field)}
    </>
  ),
  max_position: (field) => (
    <>
      <TextField label="Lots" inputMode="decimal" autoComplete="off" {...field("volume")} />
      {consequence(field)}
    </>
  ),
  flat_by: (field) => (
    <>
      <TextField
        label="Time"
        hint="In the zone of the trading day."
        type="time"
        {...field("time")}
      />
      {consequence(field)}
    </>
  ),
  inactivity: (field) => (
    <>
      {days(field)}
      <Select label="Counts" options={inactivityCounts} {...field("counts")} />
      {consequence(field)}
    </>
  ),
  profit_target: targetFigure,
  min_trading_days: (field, rule) => (
    <>
      {days(field)}
      <Select label="Counts" options={countedDays} {...field("counts")} />
      {countsProfitableDays(rule) ? (
        <>
          <TextField
            label="Minimum profit of a day"
            hint="Leave empty for any profit."
            inputMode="decimal"
            autoComplete="off"
            {...field("minimumProfit")}
          />
          <Select
            label="Unit of the minimum profit"
            options={figureUnits("min_trading_days")}
            {...field("minimumProfitOf")}
          />
        </>
      ) : null}
    </>
  ),
  consistency: (field) => (
    <TextField
      label="Best day, maximum % of the profit"
      inputMode="decimal"
      autoComplete="off"
      {...field("percent")}
    />
  ),
};
