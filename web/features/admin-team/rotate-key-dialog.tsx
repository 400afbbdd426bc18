import type { Member, MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { ConfiguredKeyWarning } from "./configured-key-warning.tsx";

interface RotateKeyDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
  onRotated: (member: MemberWithKey) => void;
}

export function RotateKeyDialog({ member, isOpen, onClose, onRotated }: RotateKeyDialogProps) {
  const { succeeded, failed } = useAdminOutcome();
  const rotate = trpc.admin.team.rotateKey.useMutation({
    // The response contains the key, which must not stay in the cache.
    gcTime: 0,
    onSuccess: (rotated) => {
      onClose();
      onRotated(rotated);
      return succeeded("Access key replaced");
    },
    onError: (error) => failed("Rotation failed", error),
  });
  return (
    <ConfirmDialog
      title="Rotate Access Key"
      question={
        member.isYou
          ? "Your old key stops working, and your sessions elsewhere end. You stay signed in here."
          : "The old key stops working, and all open sessions end."
      }
      confirmLabel="Rotate Key"
      pendingLabel="Rotating..."
      isOpen={isOpen}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutateAsync({ id: member.id })}
      onCancel={onClose}
    >
      <strong>{shorten(member.name)}</strong>
      <ConfiguredKeyWarning member={member} />
    </ConfirmDialog>
  );
}
