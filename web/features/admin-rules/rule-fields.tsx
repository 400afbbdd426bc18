import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ruleNames } from "../../../src/business/rulebook/rules/rule-figures.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { MovableList } from "../../components/forms/movable-list.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import type { RulesFormApi } from "./rules-form-schema.ts";
import {
  breaches,
  consequences,
  countedDays,
  countsProfitableDays,
  figureUnits,
  hasMovingFloor,
  inactivityCounts,
  measures,
  modes,
  newRule,
  references,
  type RuleFields as Fields,
  type RuleFields as RuleFieldsOf,
  type RuleKind,
  withdrawals,
} from "./rules-form.ts";

type RuleList = "limits" | "objectives";

interface RuleFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  index: number;
  rule: Fields;
}

/** The fields of one rule that apply to its kind and options. The form keeps the values of the others. */
function RuleFields({ form, list, index, rule }: RuleFieldsProps) {
  const field = (name: keyof Fields) =>
    amounts.has(name)
      ? form.amountField(`${list}.${index}.${name}`)
      : form.field(`${list}.${index}.${name}`);
  return <FormFields isWide>{fieldsByKind[rule.kind](field, rule)}</FormFields>;
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

interface RuleListFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  title: string;
  subtitle: string;
  /** Names by kind, in the order offered. */
  kinds: Readonly<Partial<Record<RuleKind, string>>>;
  /** `limit`, `objective`. */
  noun: string;
}

/** A list of rules, and a field that adds one. */
export function RuleListFields({ form, list, title, subtitle, kinds, noun }: RuleListFieldsProps) {
  const rules = form.watch(list);
  const kindField = useRef<HTMLSelectElement>(null);

  function change(next: RuleFieldsOf[]) {
    form.clearErrors(list);
    form.setValue(list, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  function add(kind: RuleKind) {
    // Rendered synchronously, so that the focus can move before the next key press.
    flushSync(() => change([...form.getValues(list), newRule(kind)]));
    form.setFocus(`${list}.${rules.length}.${firstField[kind]}`);
  }

  return (
    <Panel title={title} subtitle={subtitle}>
      <Stack sx={{ gap: 2.25 }}>
        <MovableList
          items={rules}
          noun={noun}
          nameOf={({ kind }) => ruleNames[kind]}
          onChange={change}
          onRemoved={() => kindField.current?.focus()}
        >
          {(rule, index) => <RuleFields form={form} list={list} rule={rule} index={index} />}
        </MovableList>
        <AddRule noun={noun} kinds={kinds} kindField={kindField} onAdd={add} />
      </Stack>
    </Panel>
  );
}

const firstField: Readonly<Record<RuleKind, keyof RuleFieldsOf>> = {
  daily_loss: "figure",
  max_loss: "figure",
  open_loss: "figure",
  max_position: "volume",
  flat_by: "time",
  inactivity: "days",
  profit_target: "figure",
  min_trading_days: "days",
  consistency: "percent",
};

interface AddRuleProps extends Pick<RuleListFieldsProps, "noun" | "kinds"> {
  kindField: RefObject<HTMLSelectElement | null>;
  onAdd: (kind: RuleKind) => void;
}

function AddRule({ noun, kinds, kindField, onAdd }: AddRuleProps) {
  const [kind, setKind] = useState(Object.keys(kinds)[0] as RuleKind);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", alignItems: "flex-end", gap: 1.5 }}>
      <Box sx={{ flex: "1 1 12rem", maxInlineSize: "20rem" }}>
        <Select
          ref={kindField}
          label={`New ${noun}`}
          options={kinds}
          value={kind}
          onChange={({ target }) => setKind(target.value as RuleKind)}
        />
      </Box>
      <Button onClick={() => onAdd(kind)}>
        <Icon name="plus" size={16} />
        {`Add ${noun === "limit" ? "Limit" : "Objective"}`}
      </Button>
    </Stack>
  );
}
