import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type {
  RulesPreset,
  RuleSet,
} from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Form } from "../../components/forms/form.tsx";
import { UnsavedChanges } from "../../components/forms/unsaved-changes.tsx";
import { trpc } from "../../trpc.ts";
import { DayFields } from "./day-fields.tsx";
import { PayoutFields } from "./payout-fields.tsx";
import { PresetFields } from "./preset-fields.tsx";
import { RuleListFields } from "./rule-list-fields.tsx";
import { limitKinds, objectiveKinds } from "./rule-options.ts";
import { RulesPreview } from "./rules-preview.tsx";
import styles from "./rules.module.css";
import type { RulesFormOutput } from "./rules-form-schema.ts";
import { emptyRules, fieldsOf } from "./rules-form.ts";
import { useRulesForm } from "./use-rules-form.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

/** The form for a new rule set, or for a new version of one. */
export function RulesEditor({ set }: { set: RuleSet | undefined }) {
  const latest = set?.versions[0];
  const [initial] = useState(() =>
    set && latest ? { ...emptyRules, ...fieldsOf(latest.rules), name: set.name } : emptyRules,
  );
  const form = useRulesForm(initial);
  const [balance, setBalance] = useState("100000.00");
  const { save, isPending, isSaved } = useSaveRules(set);

  function start(preset: RulesPreset) {
    const { name, note } = form.getValues();
    const values = { ...fieldsOf(preset.rules), note, name: name || nameOf(preset) };
    form.reset(values, { keepDefaultValues: true });
    if (preset.initialBalance !== null) setBalance(preset.initialBalance);
  }

  return (
    <Form form={form} onSubmit={save}>
      <UnsavedChanges isDirty={form.formState.isDirty && !isSaved} />
      <div className={styles.editor}>
        <Stack>
          {set ? null : <PresetFields onUse={start} />}
          <Panel title={set ? "Version" : "Rule Set"}>
            {set ? (
              <TextArea
                label="Note"
                hint="Why the rules are changing. Listed with the version."
                rows={2}
                {...form.field("note")}
              />
            ) : (
              <TextField label="Name" autoComplete="off" {...form.field("name")} />
            )}
          </Panel>
          <DayFields form={form} />
          <RuleListFields
            form={form}
            list="limits"
            title="Limits"
            subtitle="What must not happen."
            kinds={limitKinds}
            noun="limit"
          />
          <RuleListFields
            form={form}
            list="objectives"
            title="Objectives"
            subtitle="What must be reached to pass. Without objectives, a stage cannot be passed."
            kinds={objectiveKinds}
            noun="objective"
          />
          <PayoutFields form={form} />
        </Stack>
        <RulesPreview form={form} balance={balance} onBalance={setBalance} before={latest}>
          <LinkButton to="/admin/rules">Cancel</LinkButton>
          <PermittedButton
            ability="rules.write"
            type="submit"
            look="primary"
            isPending={isPending}
            pendingLabel="Saving..."
          >
            {set ? "Add Version" : "Create Rule Set"}
          </PermittedButton>
        </RulesPreview>
      </div>
    </Form>
  );
}

/** Leaves out the firm's name if the programme already starts with it. */
function nameOf({ firm, programme, phase }: RulesPreset): string {
  return [...(programme.startsWith(firm) ? [] : [firm]), programme, phase].join(", ");
}

function useSaveRules(set: RuleSet | undefined) {
  const navigate = useNavigate();
  const { succeeded, failed } = useAdminOutcome();
  const [isSaved, setSaved] = useState(false);
  const outcome = (done: string, refused: string) => ({
    onSuccess: () => {
      setSaved(true);
      return succeeded(done);
    },
    onError: (error: unknown) => failed(refused, error),
  });
  const create = trpc.admin.rules.create.useMutation(
    outcome("Rule set created", "Failed to create the rule set"),
  );
  const add = trpc.admin.rules.addVersion.useMutation(
    outcome("Version added", "Failed to add the version"),
  );
  // Navigates after the render that disables the guard for unsaved changes.
  useEffect(() => {
    if (isSaved) void navigate({ to: "/admin/rules" });
  }, [isSaved, navigate]);
  return {
    isSaved,
    isPending: create.isPending || add.isPending,
    save: ({ name, note, rules }: RulesFormOutput) =>
      set ? add.mutateAsync({ id: set.id, note, rules }) : create.mutateAsync({ name, rules }),
  };
}
