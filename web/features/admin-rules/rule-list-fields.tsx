import { useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { Icon } from "../../components/icon/icon.tsx";
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

/** A list of rules with buttons to add, move and remove them, which also work by keyboard. */
export function RuleListFields({ form, list, title, subtitle, kinds, noun }: RuleListFieldsProps) {
  const rules = form.watch(list);
  const kindField = useRef<HTMLSelectElement>(null);
  const [said, say] = useState("");
  const count = rules.length;

  // Avoids `useFieldArray`, which would add the whole library to the initial bundle.
  function change(next: RuleFieldsOf[], news: string) {
    form.clearErrors(list);
    // Rendered synchronously, so that the focus can move before the next key press.
    flushSync(() => {
      form.setValue(list, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      say(news);
    });
  }

  function moveTo(index: number, to: number) {
    const name = ruleNames[rules[index]!.kind];
    const others = form.getValues(list).toSpliced(index, 1);
    const next = others.toSpliced(to, 0, form.getValues(list)[index]!);
    change(next, `${name} is now ${noun} ${to + 1} of ${count}`);
    focusMoved(list, to, to > index ? "down" : "up");
  }

  function removeAt(index: number) {
    const name = ruleNames[rules[index]!.kind];
    change(form.getValues(list).toSpliced(index, 1), `${name} removed`);
    kindField.current?.focus();
  }

  function add(kind: RuleKind) {
    change([...form.getValues(list), newRule(kind)], `${ruleNames[kind]} added`);
    form.setFocus(`${list}.${count}.${firstField[kind]}`);
  }

  return (
    <Panel title={title} subtitle={subtitle}>
      <div className={styles.rules}>
        {rules.map((rule, index) => (
          // A rule's fields depend on its position, so the position is part of the key.
          <fieldset key={`${index} ${rule.kind}`} className={styles.rule}>
            <legend>{`${index + 1}. ${ruleNames[rule.kind]}`}</legend>
            <RuleFields form={form} list={list} rule={rule} index={index} />
            <div className={styles.ruleActions}>
              <Button
                {...buttonOf(list, index, "up")}
                disabled={index === 0}
                onClick={() => moveTo(index, index - 1)}
              >
                Move Up
              </Button>
              <Button
                {...buttonOf(list, index, "down")}
                disabled={index === count - 1}
                onClick={() => moveTo(index, index + 1)}
              >
                Move Down
              </Button>
              <Button {...buttonOf(list, index, "remove")} onClick={() => removeAt(index)}>
                Remove
              </Button>
            </div>
          </fieldset>
        ))}
        <AddRule noun={noun} kinds={kinds} kindField={kindField} onAdd={add} />
        <span role="status" className="visually-hidden">
          {said}
        </span>
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

type Action = "up" | "down" | "remove";

const actionWords = { up: "Move up", down: "Move down", remove: "Remove" };
const singular = { limits: "limit", objectives: "objective" };

function buttonOf(list: RuleList, index: number, action: Action) {
  return {
    id: `${list}-${index}-${action}`,
    size: "small" as const,
    "aria-label": `${actionWords[action]} ${singular[list]} ${index + 1}`,
  };
}

/** Moves the focus along with the moved rule; at the end of the list, to the button for the opposite direction. */
function focusMoved(list: RuleList, index: number, direction: "up" | "down") {
  const find = (action: Action) =>
    document.querySelector<HTMLButtonElement>(`#${list}-${index}-${action}`);
  const button = find(direction);
  (button?.disabled ? find(direction === "up" ? "down" : "up") : button)?.focus();
}

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
