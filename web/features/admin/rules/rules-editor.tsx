import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { limitKinds, objectiveKinds } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type {
  RuleSet,
  RulesPreset,
} from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { useEditorOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useSubjectTitle } from "../../../app/document/page-meta.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { LinkButton } from "../../../components/button/button.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { UnsavedChanges } from "../../../components/forms/unsaved-changes.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { PresetFields } from "./preset-fields.tsx";
import { RuleListFields } from "./rule-fields.tsx";
import { type RulesFormOutput, useRulesForm } from "./rules-form-schema.ts";
import { emptyRules, fieldsOf } from "./rules-form.ts";
import { RulesPreview } from "./rules-preview.tsx";
import { conductFormKinds } from "./conduct-form.ts";
import { DayFields, PayoutFields } from "./term-fields.tsx";

export function NewRuleSetPage() {
  return (
    <>
      <BackToRules />
      <PageHeader
        title="New Rule Set"
        subtitle="Versions never change, so a verdict can always be reproduced."
      />
      <RulesEditor set={undefined} />
    </>
  );
}

export function NewVersionPage({ id }: { id: number }) {
  const query = trpc.admin.rules.get.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const title = query.data ? `New Version of ${shorten(query.data.name)}` : "New Version";
  useSubjectTitle(title);
  if (readApiError(query.error).httpStatus === 404) return <MissingRuleSet />;
  return (
    <>
      <BackToRules />
      <PageHeader title={title} subtitle="Stages keep the version that they use." />
      <Loaded query={query} noun="the rules" skeleton={6}>
        {(set) => <RulesEditor set={set} />}
      </Loaded>
    </>
  );
}

export function MissingRuleSet() {
  return (
    <MessageView
      title="Rule set not found"
      text="There is no rule set at this address."
      action={<Link to="/admin/rules">Go to rules</Link>}
    />
  );
}

function BackToRules() {
  return <BackLink to="/admin/rules">Rules</BackLink>;
}

/** The form for a new rule set, or for a new version of one. */
function RulesEditor({ set }: { set: RuleSet | undefined }) {
  const latest = set?.versions[0];
  const [initial] = useState(() =>
    set && latest ? { ...emptyRules, ...fieldsOf(latest.rules), name: set.name } : emptyRules,
  );
  const form = useRulesForm(initial);
  const [balance, setBalance] = useState("100000.00");
  const { isSaved, outcomeFor } = useEditorOutcome("/admin/rules");
  const create = trpc.admin.rules.create.useMutation(
    outcomeFor(form, "Rule set created", "Failed to create the rule set"),
  );
  const add = trpc.admin.rules.addVersion.useMutation(
    outcomeFor(form, "Version added", "Failed to add the version"),
  );
  const save = ({ name, note, rules }: RulesFormOutput) =>
    set ? add.mutateAsync({ id: set.id, note, rules }) : create.mutateAsync({ name, rules });

  function start(preset: RulesPreset) {
    const { name, note } = form.getValues();
    const values = { ...fieldsOf(preset.rules), note, name: name || nameOf(preset) };
    form.reset(values, { keepDefaultValues: true });
    if (preset.initialBalance !== null) setBalance(preset.initialBalance);
  }

  return (
    <Form form={form} onSubmit={save}>
      <UnsavedChanges isDirty={form.formState.isDirty && !isSaved} />
      <Box sx={editorLook}>
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
            addLabel="Add Limit"
          />
          <RuleListFields
            form={form}
            list="objectives"
            title="Objectives"
            subtitle="What must be reached to pass. Without objectives, a stage cannot be passed."
            kinds={objectiveKinds}
            noun="objective"
            addLabel="Add Objective"
          />
          <RuleListFields
            form={form}
            list="conduct"
            title="Conduct"
            subtitle="How the account may be traded, and what breaking that costs."
            kinds={conductFormKinds}
            noun="rule of conduct"
            addLabel="Add Rule of Conduct"
          />
          <PayoutFields form={form} />
        </Stack>
        <RulesPreview
          form={form}
          balance={balance}
          onBalance={setBalance}
          before={latest}
          ruleSetId={set?.id}
        >
          <LinkButton to="/admin/rules">Cancel</LinkButton>
          <PermittedButton
            ability="rules.write"
            type="submit"
            look="primary"
            isPending={create.isPending || add.isPending}
            pendingLabel="Saving..."
          >
            {set ? "Add Version" : "Create Rule Set"}
          </PermittedButton>
        </RulesPreview>
      </Box>
    </Form>
  );
}

const editorLook = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 2.5,
  // Moves a focused field out from behind the bar at the bottom.
  "& :is(input, select, textarea, button)": { scrollMarginBlockEnd: "6rem" },
  "@media (width >= 1024px)": {
    gridTemplateColumns: "minmax(0, 1fr) minmax(20rem, 24rem)",
    alignItems: "start",
  },
};

/** Leaves out the firm's name if the programme already starts with it. */
function nameOf({ firm, programme, phase }: RulesPreset): string {
  return [...(programme.startsWith(firm) ? [] : [firm]), programme, phase].join(", ");
}
