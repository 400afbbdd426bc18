import type { Member } from "../../../src/identity/team/team.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { ConfiguredKeyWarning } from "./configured-key-warning.tsx";

interface RevokeMemberDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
}

export function RevokeMemberDialog({ member, isOpen, onClose }: RevokeMemberDialogProps) {
  const revoke = trpc.admin.team.revoke.useMutation(
    useDialogOutcome({ onClose, done: "Administrator revoked", failed: "Revoke failed" }),
  );
  return (
    <ConfirmDialog
      title="Revoke Administrator"
      question={
        member.isYou
          ? "This is you: you are signed out immediately, and your key stops working. This action cannot be undone."
          : "The access key stops working and all open sessions end immediately. The name stays in the audit log. This action cannot be undone."
      }
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
      isOpen={isOpen}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutateAsync({ id: member.id })}
      onCancel={onClose}
    >
      <strong>{shorten(member.name)}</strong>
      <ConfiguredKeyWarning member={member} />
    </ConfirmDialog>
  );
}
