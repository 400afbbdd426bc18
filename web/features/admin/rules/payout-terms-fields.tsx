import Stack from "@mui/material/Stack";
import { useRef } from "react";
import { Button } from "../../../components/button/button.tsx";
import { MovableList } from "../../../components/forms/movable-list.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { RuleControls } from "./rule-control.tsx";
import type { FormTexts } from "./rule-texts.ts";
import type { RulesFormApi } from "./rules-form-schema.ts";
import { newPayoutRow, termFields, type TermGroup } from "./payout-terms-form.ts";

const groups: TermGroup[] = ["general", "consistency", "shortTrades", "lotRange"];
const MAX_PAYOUTS = 12;

/** The terms of single payouts: those of all, then a row for the first, the second and so on. */
export function TermsFields({ form }: { form: RulesFormApi }) {
  const terms = form.watch("terms");
  const add = useRef<HTMLButtonElement>(null);

  function change(payouts: FormTexts[]) {
    form.clearErrors("terms.payouts");
    form.setValue("terms.payouts", payouts, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  }

  return (
    <Stack sx={{ gap: 2.25 }}>
      {groups.map((group) => (
        <RuleControls
          key={group}
          form={form}
          path={`terms.${group}`}
          fields={termFields[group]}
          texts={terms[group]}
        />
      ))}
      <p>
        Each payout has its own terms, and the last ones are those of all further payouts. An empty
        field follows the general terms above.
      </p>
      <MovableList
        items={terms.payouts}
        noun="payout"
        nameOf={() => "Payout"}
        onChange={change}
        onRemoved={() => add.current?.focus()}
      >
        {(row, index) => (
          <RuleControls
            form={form}
            path={`terms.payouts.${index}`}
            fields={termFields.row}
            texts={row}
          />
        )}
      </MovableList>
      {terms.payouts.length < MAX_PAYOUTS ? (
        <div>
          <Button
            ref={add}
            onClick={() => change([...form.getValues("terms.payouts"), newPayoutRow()])}
          >
            <Icon name="plus" size={16} />
            Add Payout
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
