import { z } from "zod";
import { requiredText } from "../../../../src/platform/fields/text.schema.ts";
import type { AboutProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { trpc } from "../../../trpc.ts";

const schema = z.object({ reason: requiredText("Please provide a reason") });

/** Asks a trader for their identity again. */
export function RecheckDialog({ id, ...frame }: AboutProps) {
  return (
    <MutationDialog
      {...frame}
      title="Ask for the Identity Again"
      size="sm"
      schema={schema}
      values={{ reason: "" }}
      mutation={trpc.admin.identities.recheck}
      toInput={({ reason }) => ({ id, reason })}
      submitLabel="Ask Again"
      pendingLabel="Asking..."
      saved={({ status, attemptsLeft }) => [
        status === "expired" ? "The approval has ended" : "One attempt more granted",
        `${attemptsLeft} ${attemptsLeft === 1 ? "attempt is" : "attempts are"} left.`,
      ]}
      failed="The identity was not asked for again"
    >
      {(form) => (
        <>
          <p>
            An approval ends now, and the trader is notified with the reason. Without an approval,
            the trader gets one attempt more.
          </p>
          <TextArea label="Reason" hint="Required." rows={4} autoFocus {...form.field("reason")} />
        </>
      )}
    </MutationDialog>
  );
}
