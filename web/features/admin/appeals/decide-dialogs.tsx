import { useState } from "react";
import { z } from "zod";
import {
  type Appeal,
  appealReason,
} from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import type { DialogProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { appealStatus } from "../../../domain/appeals/appeal-parts.tsx";
import { CommonReasons } from "../../../domain/cases/common-reasons.tsx";
import { trpc } from "../../../trpc.ts";
import { commonReasons, consequences } from "./appeal-words.ts";
import { useNeighbours, useOpenAppeal } from "./use-appeals.ts";

const schema = z.object({ reason: appealReason });

const texts = {
  grant: { title: "Grant Appeal", pending: "Granting...", done: "Appeal granted" },
  deny: { title: "Deny Appeal", pending: "Denying...", done: "Appeal denied" },
};

interface DecideDialogProps extends DialogProps {
  /** `undefined` if the page shows no appeal. */
  appealId: number | undefined;
}

export function GrantDialog(props: DecideDialogProps) {
  return <DecideDialog {...props} decision="grant" />;
}

export function DenyDialog(props: DecideDialogProps) {
  return <DecideDialog {...props} decision="deny" />;
}

interface DecisionProps extends DecideDialogProps {
  decision: "grant" | "deny";
}

function DecideDialog({ appealId, decision, ...frame }: DecisionProps) {
  const { title, pending, done } = texts[decision];
  const [overtaken, setOvertaken] = useState<Appeal>();
  const { next, previous } = useNeighbours(appealId ?? 0);
  const openAppeal = useOpenAppeal();
  const { data: appeal } = trpc.admin.appeals.get.useQuery(
    { id: appealId ?? 0 },
    { enabled: appealId !== undefined },
  );
  if (!appeal) return null;
  const decided = overtaken ?? (appeal.decision === null ? undefined : appeal);
  return (
    <MutationDialog
      {...frame}
      title={title}
      size="sm"
      schema={schema}
      values={{ reason: "" }}
      mutation={trpc.admin.appeals.decide}
      toInput={({ reason }) => ({ id: appeal.id, decision, reason })}
      submitLabel={title}
      pendingLabel={pending}
      isSubmitDisabled={decided !== undefined}
      cancelLabel={decided ? "Close" : "Cancel"}
      saved={done}
      failed="The appeal was not decided"
      onSaved={() => {
        const following = next ?? previous;
        if (following !== undefined) openAppeal(following);
      }}
      onFailed={(error) => setOvertaken(readApiError(error).current as Appeal | undefined)}
    >
      {(form) => (
        <>
          {decided ? (
            <Notice tone="info" title={`Already decided: ${appealStatus(decided.decision).word}`}>
              <p>
                By {decided.decidedBy}: {decided.reason}
              </p>
            </Notice>
          ) : null}
          <p>
            {decision === "grant"
              ? consequences[appeal.subject.kind]
              : "Denying leaves the decision as it is. It cannot be appealed against again."}
          </p>
          <CommonReasons
            reasons={commonReasons[appeal.subject.kind][decision]}
            chosen={form.watch("reason")}
            onChoose={(reason) =>
              form.setValue("reason", reason, { shouldDirty: true, shouldValidate: true })
            }
          />
          <TextArea
            label="Reason"
            hint="Required. Sent to the trader and kept in the history."
            rows={4}
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}
