import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/button/button.tsx";
import { Select } from "../../../components/field/select.tsx";
import { MovableList } from "../../../components/forms/movable-list.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import type { FormFieldSet } from "./form-field.ts";
import { RuleControls } from "./rule-control.tsx";
import { newTexts, type RuleTexts } from "./rule-texts.ts";
import type { RulesFormApi } from "./rules-form-schema.ts";

type RuleList = "limits" | "objectives" | "conduct";

interface FormKind {
  kind: string;
  name: string;
  fields: FormFieldSet;
}

interface RuleListFieldsProps {
  form: RulesFormApi;
  list: RuleList;
  title: string;
  subtitle: string;
  kinds: readonly FormKind[];
  /** `limit`, `objective`. */
  noun: string;
  /** `Add Limit`. */
  addLabel: string;
}

/** A list of rules, and a field that adds one. */
export function RuleListFields(props: RuleListFieldsProps) {
  const { form, list, title, subtitle, kinds, noun, addLabel } = props;
  const rules = form.watch(list);
  const kindField = useRef<HTMLSelectElement>(null);
  const kindOf = (kind: string) => kinds.find((each) => each.kind === kind)!;

  function change(next: RuleTexts[]) {
    form.clearErrors(list);
    form.setValue(list, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  function add(kind: string) {
    const { fields } = kindOf(kind);
    // Rendered synchronously, so that the focus can move before the next key press.
    flushSync(() => change([...form.getValues(list), { ...newTexts(fields), kind }]));
    form.setFocus(`${list}.${rules.length}.${Object.keys(fields)[0]!}`);
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
          {(rule, index) => (
            <RuleControls
              form={form}
              path={`${list}.${index}`}
              fields={kindOf(rule.kind).fields}
              texts={rule}
            />
          )}
        </MovableList>
        <AddRule kinds={kinds} kindField={kindField} onAdd={add} noun={noun} addLabel={addLabel} />
      </Stack>
    </Panel>
  );
}

interface AddRuleProps extends Pick<RuleListFieldsProps, "noun" | "addLabel" | "kinds"> {
  kindField: RefObject<HTMLSelectElement | null>;
  onAdd: (kind: string) => void;
}

function AddRule({ noun, addLabel, kinds, kindField, onAdd }: AddRuleProps) {
  const [kind, setKind] = useState(kinds[0]!.kind);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", alignItems: "flex-end", gap: 1.5 }}>
      <Box sx={{ flex: "1 1 12rem", maxInlineSize: "20rem" }}>
        <Select
          ref={kindField}
          label={`New ${noun}`}
          options={Object.fromEntries(kinds.map((each) => [each.kind, each.name]))}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
      </Box>
      <Button onClick={() => onAdd(kind)}>
        <Icon name="plus" size={16} />
        {addLabel}
      </Button>
    </Stack>
  );
}
