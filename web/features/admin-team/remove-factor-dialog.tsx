import type { Member } from "../../../src/identity/team/team.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";

interface RemoveFactorDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
}

/** Removes the second factor of an administrator who has lost their phone or security key. */
export function RemoveFactorDialog({ member, isOpen, onClose }: RemoveFactorDialogProps) {
  const remove = trpc.admin.team.removeSecondFactor.useMutation(
    useDialogOutcome({
      onClose,
      done: "Second factor removed",
      detail: "Their sessions were ended.",
      failed: "Removal failed",
    }),
  );
  return (
    <ConfirmDialog
      title="Remove Second Factor"
      question="First make sure that the request really comes from your colleague. The app, the passkeys and the recovery codes stop working, open sessions end, and the access key alone is enough to sign in."
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isOpen={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.mutateAsync({ id: member.id })}
      onCancel={onClose}
    >
      <strong>{shorten(member.name)}</strong>
    </ConfirmDialog>
  );
}
