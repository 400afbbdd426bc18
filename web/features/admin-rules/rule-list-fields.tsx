import { useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { MovableList } from "../../components/forms/movable-list.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { RuleFields, type RuleList } from "./rule-fields.tsx";
import styles from "./rules.module.css";
import { newRule, type RuleFields as RuleFieldsOf, type RuleKind } from "./rules-form.ts";
import type { RulesFormApi } from "./use-rules-form.ts";

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

  // Avoids `useFieldArray`, which would add the whole library to the initial bundle.
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
      <div className={styles.rules}>
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
      </div>
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
    <div className={styles.add}>
      <Select
        ref={kindField}
        label={`New ${noun}`}
        options={kinds}
        value={kind}
        onChange={({ target }) => setKind(target.value as RuleKind)}
      />
      <Button onClick={() => onAdd(kind)}>
        <Icon name="plus" size={16} />
        {`Add ${noun === "limit" ? "Limit" : "Objective"}`}
      </Button>
    </div>
  );
}
