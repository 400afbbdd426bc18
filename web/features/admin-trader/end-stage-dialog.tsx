import { useState } from "react";
import { endStageInput, type Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { describeStage, outcomeLabels } from "./stage-words.ts";

interface EndStageDialogProps {
  stage: Stage;
  isOpen: boolean;
  onClose: () => void;
}

export function EndStageDialog({ stage, isOpen, onClose }: EndStageDialogProps) {
  const [initial] = useState({ id: stage.id, outcome: "passed" as const, reason: "" });
  const form = useSchemaForm(endStageInput, initial);
  const end = trpc.admin.stages.end.useMutation(
    useFormOutcome(form, { onClose, saved: "Stage ended", failed: "Failed to end the stage" }),
  );
  return (
    <FormDialog
      title="End Stage"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => end.mutateAsync(values)}
      submitLabel="End Stage"
      pendingLabel="Ending..."
    >
      <strong>{describeStage(stage)}</strong>
      <p>The stage ends now. Later records do not belong to a stage until the next one starts.</p>
      <Select label="Outcome" options={outcomeLabels} {...form.field("outcome")} />
      <TextArea
        label="Reason"
        hint="The reason is kept in the history."
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
