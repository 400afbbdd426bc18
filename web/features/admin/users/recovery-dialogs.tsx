import {
  cancelRecoveryInput,
  requestRecoveryInput,
} from "../../../../src/identity/second-factor/recovery.schema.ts";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { trpc } from "../../../trpc.ts";
import { aboutUser, UserTarget } from "./dialog-user.tsx";

export const RemoveFactorDialog = aboutUser(({ subject: user, isOpen, onClose }) => (
  <MutationDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Remove a Lost Second Factor"
    schema={requestRecoveryInput}
    values={{ id: user.id, reason: "" }}
    mutation={trpc.admin.users.removeSecondFactor}
    toInput={(input) => input}
    submitLabel="Remove in 72 Hours"
    pendingLabel="Starting..."
    submitLook="danger"
    ability="traders.recover"
    saved={() => ["Removal started", "The second factor goes in 72 hours, unless it is stopped."]}
    failed="Failed to start the removal"
  >
    {(form) => (
      <>
        <UserTarget user={user} />
        <p>
          In 72 hours, all apps, passkeys, recovery codes and the password are removed, everybody is
          signed out, and the user sets a new password by mail. Until then, each of their recent
          mail addresses has a link that stops it, and no payout is approved.
        </p>
        <TextArea
          label="Reason"
          hint="How you know that it is them. Recorded in the audit log."
          autoFocus
          {...form.field("reason")}
        />
      </>
    )}
  </MutationDialog>
));

export const CancelRecoveryDialog = aboutUser(({ subject: user, isOpen, onClose }) => (
  <MutationDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Keep the Second Factor"
    schema={cancelRecoveryInput}
    values={{ id: user.id, reason: "" }}
    mutation={trpc.admin.users.cancelRecovery}
    toInput={(input) => input}
    submitLabel="Cancel the Removal"
    pendingLabel="Cancelling..."
    cancelLabel="Close"
    ability="traders.recover"
    saved={() => ["Removal cancelled", "The second factor stays."]}
    failed="Failed to cancel the removal"
  >
    {(form) => (
      <>
        <UserTarget user={user} />
        <p>The user is notified, and signs in as before.</p>
        <TextArea label="Reason (optional)" autoFocus {...form.field("reason")} />
      </>
    )}
  </MutationDialog>
));
