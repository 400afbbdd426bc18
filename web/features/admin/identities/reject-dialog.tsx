import { z } from "zod";
import { requiredText } from "../../../../src/platform/fields/text.schema.ts";
import type { DialogProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { CommonReasons } from "../../../domain/cases/common-reasons.tsx";
import { trpc } from "../../../trpc.ts";
import { useNextIdentity } from "./identity-queue.tsx";

const schema = z.object({ reason: requiredText("Please provide a reason") });

/** What is wrong most often, in the words that the trader reads. */
const commonReasons = [
  "The picture is blurred or too dark to read. Please take it again in good light.",
  "The document is cut off. Please send a picture with all four corners.",
  "The document has expired. Please send one that is valid.",
  "Your name or date of birth differs from the document. Please correct your details.",
  "The selfie does not clearly show the person in the document. Please take it again.",
  "The proof of address is older than three months, or shows another address.",
] as const;

interface RejectDialogProps extends DialogProps {
  /** `undefined` if the page shows no identity. */
  identityId: number | undefined;
}

/** Rejects the identity, and opens the next one. A digit picks a common reason, Enter sends it. */
export function RejectDialog({ identityId = 0, ...frame }: RejectDialogProps) {
  const openNext = useNextIdentity(identityId);
  return (
    <MutationDialog
      {...frame}
      title="Reject Identity"
      size="sm"
      schema={schema}
      values={{ reason: "" }}
      mutation={trpc.admin.identities.decide}
      toInput={({ reason }) => ({ id: identityId, decision: "reject" as const, reason })}
      submitLabel="Reject Identity"
      pendingLabel="Rejecting..."
      submitLook="danger"
      saved="Identity rejected"
      failed="The identity was not decided"
      onSaved={() => void openNext()}
    >
      {(form) => (
        <>
          <CommonReasons
            reasons={commonReasons}
            chosen={form.watch("reason")}
            onChoose={(reason) =>
              form.setValue("reason", reason, { shouldDirty: true, shouldValidate: true })
            }
          />
          <TextArea
            label="Reason"
            hint="Required. Sent to the trader."
            rows={4}
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}
