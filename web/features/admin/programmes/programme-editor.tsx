import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Programme } from "../../../../src/business/decisions/programmes/programme.schema.ts";
import { rulesInBrief } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { useEditorOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useSubjectTitle } from "../../../app/document/page-meta.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { TagList, Tag } from "../../../components/badge/tag.tsx";
import { Button, LinkButton } from "../../../components/button/button.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { MovableList } from "../../../components/forms/movable-list.tsx";
import { UnsavedChanges } from "../../../components/forms/unsaved-changes.tsx";
import { useSchemaForm, type SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { readVersionId, useVersions, VersionField } from "../../../domain/rules/rule-versions.tsx";
import { trpc } from "../../../trpc.ts";
import { PresetProgrammes } from "./preset-programmes.tsx";
import {
  newStep,
  programmeFields,
  programmeForm,
  sizesInWords,
  type ProgrammeForm,
  type ProgrammeFormOutput,
} from "./programme-form.ts";

export function NewProgrammePage() {
  const outcome = useEditorOutcome("/admin/programmes");
  return (
    <>
      <BackLink to="/admin/programmes">Programmes</BackLink>
      <PageHeader
        title="New Programme"
        subtitle="The ladder of stages that an account climbs. Versions never change."
      />
      <Stack>
        <PresetProgrammes onCreated={outcome.leave} />
        <ProgrammeEditor programme={undefined} outcome={outcome} />
      </Stack>
    </>
  );
}

export function NewProgrammeVersionPage({ id }: { id: number }) {
  const outcome = useEditorOutcome("/admin/programmes");
  const query = trpc.admin.programmes.get.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const title = query.data ? `New Version of ${shorten(query.data.name)}` : "New Version";
  useSubjectTitle(title);
  if (readApiError(query.error).httpStatus === 404) return <MissingProgramme />;
  return (
    <>
      <BackLink to="/admin/programmes">Programmes</BackLink>
      <PageHeader title={title} subtitle="Stages keep the version that they use." />
      <Loaded query={query} noun="the programme" skeleton={6}>
        {(programme) => <ProgrammeEditor programme={programme} outcome={outcome} />}
      </Loaded>
    </>
  );
}

export function MissingProgramme() {
  return (
    <MessageView
      title="Programme not found"
      text="There is no programme at this address."
      action={<Link to="/admin/programmes">Go to programmes</Link>}
    />
  );
}

interface ProgrammeEditorProps {
  programme: Programme | undefined;
  outcome: ReturnType<typeof useEditorOutcome>;
}

/** The form for a new programme, or for a new version of one. */
function ProgrammeEditor({ programme, outcome: { isSaved, outcomeFor } }: ProgrammeEditorProps) {
  const [initial] = useState(() => programmeFields(programme));
  const form = useSchemaForm<ProgrammeForm, ProgrammeFormOutput>(programmeForm, initial);
  const create = trpc.admin.programmes.create.useMutation(
    outcomeFor(form, "Programme created", "Failed to create the programme"),
  );
  const add = trpc.admin.programmes.addVersion.useMutation(
    outcomeFor(form, "Version added", "Failed to add the version"),
  );
  const save = ({ name, note, ...offer }: ProgrammeFormOutput) =>
    programme
      ? add.mutateAsync({ id: programme.id, note, ...offer })
      : create.mutateAsync({ name, ...offer });
  return (
    <Form form={form} onSubmit={save}>
      <UnsavedChanges isDirty={form.formState.isDirty && !isSaved} />
      <Stack>
        <Panel title={programme ? "Version" : "Programme"}>
          <FormFields isWide>
            {programme ? (
              <TextArea
                label="Note"
                hint="Why the offer is changing. Listed with the version."
                rows={2}
                {...form.field("note")}
              />
            ) : (
              <TextField label="Name" autoComplete="off" {...form.field("name")} />
            )}
            <TextField label="Currency" autoComplete="off" {...form.field("currency")} />
          </FormFields>
          <Box sx={{ display: "grid", gap: "0.75rem", marginBlockStart: "1.125rem" }}>
            <TextField
              label="Initial Balances"
              hint="In ascending order, such as 50000, 100000."
              inputMode="decimal"
              autoComplete="off"
              {...form.field("sizes")}
            />
            <Sizes form={form} />
          </Box>
        </Panel>
        <StepsPanel form={form} />
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
          <LinkButton to="/admin/programmes">Cancel</LinkButton>
          <PermittedButton
            ability="rules.write"
            type="submit"
            look="primary"
            isPending={create.isPending || add.isPending}
            pendingLabel="Saving..."
          >
            {programme ? "Add Version" : "Create Programme"}
          </PermittedButton>
        </Box>
      </Stack>
    </Form>
  );
}

type FormApi = SchemaForm<ProgrammeForm, ProgrammeFormOutput>;

/** Shows the amounts as they were understood. */
function Sizes({ form }: { form: FormApi }) {
  const [sizes, currency] = form.watch(["sizes", "currency"]);
  const words = sizesInWords(sizes, currency);
  if (words.length === 0) return null;
  return (
    <TagList name="Initial balances">
      {words.map((text, index) => (
        <Tag key={`${index} ${text}`} text={text} />
      ))}
    </TagList>
  );
}

function StepsPanel({ form }: { form: FormApi }) {
  const steps = form.watch("steps");
  const { versions } = useVersions();
  const currency = form.watch("currency");
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (next: ProgrammeForm["steps"]) => {
    form.clearErrors("steps");
    form.setValue("steps", next, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const error = form.formState.errors.steps?.message ?? form.formState.errors.steps?.root?.message;
  return (
    <Panel
      title="Steps"
      subtitle="In the order in which an account climbs them. The objectives of its rules decide whether a step can be passed."
    >
      <MovableList
        items={steps}
        noun="step"
        nameOf={({ phase }) => phase || "New step"}
        onChange={change}
        onRemoved={() => addButton.current?.focus()}
      >
        {(step, index) => {
          const rules = versions.get(readVersionId(step.version) ?? 0);
          return (
            <FormFields isWide>
              <TextField
                label="Phase"
                placeholder="Phase 1, Evaluation, Funded"
                autoComplete="off"
                {...form.field(`steps.${index}.phase`)}
              />
              <VersionField
                placeholder="Choose the rules"
                hint={rules ? rulesInBrief(rules.rules, currency || "USD") : undefined}
                {...form.field(`steps.${index}.version`)}
              />
              <Box sx={besideInputs}>
                <Checkbox
                  label="Enable payouts during this step"
                  {...form.field(`steps.${index}.payoutEnabled`)}
                />
              </Box>
              <TextField
                label="Server"
                hint="If a connector opens the account: the server, group and leverage at the platform. Otherwise, leave them empty."
                autoComplete="off"
                {...form.field(`steps.${index}.server`)}
              />
              <TextField label="Group" autoComplete="off" {...form.field(`steps.${index}.group`)} />
              <TextField
                label="Leverage"
                placeholder="100"
                inputMode="numeric"
                autoComplete="off"
                {...form.field(`steps.${index}.leverage`)}
              />
            </FormFields>
          );
        }}
      </MovableList>
      {error ? (
        <Box role="alert" sx={{ marginBlockStart: "0.75rem", color: "var(--red)" }}>
          {error}
        </Box>
      ) : null}
      <Box sx={{ marginBlockStart: "1.125rem" }}>
        <Button ref={addButton} onClick={() => change([...form.getValues("steps"), newStep])}>
          <Icon name="plus" size={16} />
          Add Step
        </Button>
      </Box>
    </Panel>
  );
}

/** Next to fields, in the line of their inputs instead of that of their labels. */
const besideInputs = {
  display: "flex",
  alignItems: "center",
  minBlockSize: "2.5rem",
  mt: { md: "1.75rem" },
};
