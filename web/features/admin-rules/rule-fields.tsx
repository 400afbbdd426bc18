import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { kindOf, type Rule } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import type {
  ChoiceField,
  Field,
  FigureField,
} from "../../../src/business/rulebook/kinds/parts/field.rule.ts";
import type { RuleKind } from "../../../src/business/rulebook/kinds/parts/kind.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { MovableList } from "../../components/forms/movable-list.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { isShown, newRule, NOTHING, type RuleTexts, unitOf } from "./rule-texts.ts";
import type { RulesFormApi } from "./rules-form-schema.ts";

type RuleList = "limits" | "objectives";

interface RuleFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  index: number;
  rule: RuleTexts;
}

/** The fields of one rule that have an effect. The form keeps the texts of the others. */
function RuleFields({ form, list, index, rule }: RuleFieldsProps) {
  return (
    <FormFields isWide>
      {Object.entries(kindOf(rule.kind).fields)
        .filter(([, field]) => isShown(field, rule))
        .map(([name, field]) => (
          <RuleField key={name} form={form} path={`${list}.${index}.${name}`} field={field} />
        ))}
    </FormFields>
  );
}

interface RuleFieldProps {
  form: RulesFormApi;
  path: `${RuleList}.${number}.${string}`;
  field: Field;
}

/** The control for a field, by its shape. */
function RuleField({ form, path, field }: RuleFieldProps) {
  const { label, hint } = field;
  switch (field.shape) {
    case "choice":
      return <Select label={label} options={optionsOf(field)} {...form.field(path)} />;
    case "figure":
      return (
        <>
          <TextField label={label} hint={hint} {...form.amountField(path)} />
          <Select
            label={field.unitLabel}
            options={unitsOf(field)}
            {...form.field(unitOf(path) as RuleFieldProps["path"])}
          />
        </>
      );
    case "level":
    case "percent":
      return <TextField label={label} hint={hint} {...form.amountField(path)} />;
    case "time":
      return <TextField label={label} hint={hint} type="time" {...form.field(path)} />;
    default:
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={field.shape === "days" ? "numeric" : "decimal"}
          autoComplete="off"
          {...form.field(path)}
        />
      );
  }
}

function optionsOf({ options, none }: ChoiceField): Record<string, string> {
  const labels = Object.entries(options).map(([option, { label }]) => [option, label]);
  return { ...Object.fromEntries(labels), ...(none !== undefined && { [NOTHING]: none }) };
}

const units = {
  initial: "% of the initial balance",
  reference: "% of the day's reference",
  peak: "% of the peak",
};

function unitsOf({ bases }: FigureField): Record<string, string> {
  const percentages = bases.map((base) => [base, units[base]]);
  return { ...Object.fromEntries(percentages), amount: "as an amount" };
}

interface RuleListFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  title: string;
  subtitle: string;
  kinds: readonly (RuleKind & Pick<Rule, "kind">)[];
  /** `limit`, `objective`. */
  noun: string;
}

/** A list of rules, and a field that adds one. */
export function RuleListFields({ form, list, title, subtitle, kinds, noun }: RuleListFieldsProps) {
  const rules = form.watch(list);
  const kindField = useRef<HTMLSelectElement>(null);

  function change(next: RuleTexts[]) {
    form.clearErrors(list);
    form.setValue(list, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  function add(kind: Rule["kind"]) {
    // Rendered synchronously, so that the focus can move before the next key press.
    flushSync(() => change([...form.getValues(list), newRule(kind)]));
    const firstField = Object.keys(kindOf(kind).fields)[0]!;
    form.setFocus(`${list}.${rules.length}.${firstField}`);
  }

  return (
    <Panel title={title} subtitle={subtitle}>
      <Stack sx={{ gap: 2.25 }}>
        <MovableList
          items={rules}
          noun={noun}
          nameOf={({ kind }) => kindOf(kind).name}
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

interface AddRuleProps extends Pick<RuleListFieldsProps, "noun" | "kinds"> {
  kindField: RefObject<HTMLSelectElement | null>;
  onAdd: (kind: Rule["kind"]) => void;
}

function AddRule({ noun, kinds, kindField, onAdd }: AddRuleProps) {
  const [kind, setKind] = useState(kinds[0]!.kind);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", alignItems: "flex-end", gap: 1.5 }}>
      <Box sx={{ flex: "1 1 12rem", maxInlineSize: "20rem" }}>
        <Select
          ref={kindField}
          label={`New ${noun}`}
          options={Object.fromEntries(kinds.map((each) => [each.kind, each.name]))}
          value={kind}
          onChange={({ target }) => setKind(target.value as Rule["kind"])}
        />
      </Box>
      <Button onClick={() => onAdd(kind)}>
        <Icon name="plus" size={16} />
        {`Add ${noun === "limit" ? "Limit" : "Objective"}`}
      </Button>
    </Stack>
  );
}
