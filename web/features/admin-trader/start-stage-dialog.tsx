import { useState } from "react";
import { startStageForm, type Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { describeOwnZone, readLocalTime, toLocalTime } from "./local-time.ts";
import { readVersionId, VersionField } from "../../domain/rules/rule-versions.tsx";

interface StartStageDialogProps {
  trader: TraderListItem;
  /** The open stage, which the new one ends. */
  open: Stage | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function StartStageDialog({ trader, open, isOpen, onClose }: StartStageDialogProps) {
  const [now] = useState(() => toLocalTime(new Date()));
  // The page is live: a stage that another administrator starts must not be ended unseen.
  const [ended] = useState(open);
  const form = useSchemaForm(startStageForm, {
    phase: "",
    initialBalance: ended?.initialBalance ?? "",
    currency: ended?.currency ?? "USD",
    startedAt: now,
    version: "",
  });
  const start = trpc.admin.stages.start.useMutation(
    useFormOutcome(form, { onClose, saved: "Stage started", failed: "Failed to start the stage" }),
  );
  return (
    <FormDialog
      title="Start a Stage"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ startedAt, version, ...fields }) =>
        start.mutateAsync({
          ...fields,
          userId: trader.id,
          rulesVersionId: readVersionId(version),
          // If the time is not changed, the stage starts at the moment of submission, to the second.
          startedAt: startedAt === now ? undefined : readLocalTime(startedAt ?? undefined),
          expectedStageId: ended?.id ?? null,
        })
      }
      submitLabel="Start Stage"
      pendingLabel="Starting..."
    >
      <p>
        {ended ? `This ends the stage ${ended.phase} at the same time. ` : ""}The account takes the
        phase of the stage, and records from its start onwards belong to it.
      </p>
      <div className={layout.fields}>
        <TextField
          label="Phase"
          placeholder="Phase 1, Evaluation, Funded"
          autoFocus
          autoComplete="off"
          {...form.field("phase")}
        />
        <TextField label="Initial Balance" {...form.amountField("initialBalance")} />
        <TextField label="Currency" autoComplete="off" {...form.field("currency")} />
        <TextField
          label="Start"
          type="datetime-local"
          hint={describeOwnZone()}
          {...form.field("startedAt")}
        />
        <VersionField placeholder="Choose the rules" offersNone {...form.field("version")} />
      </div>
    </FormDialog>
  );
}
