import type { ApiTokenView } from "../../../src/identity/tokens/tokens.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";

interface RevokeTokenDialogProps {
  token: ApiTokenView;
  isOpen: boolean;
  onClose: () => void;
}

export function RevokeTokenDialog({ token, isOpen, onClose }: RevokeTokenDialogProps) {
  const revoke = trpc.admin.tokens.revoke.useMutation(
    useDialogOutcome({ onClose, done: "Token revoked", failed: "Revoke failed" }),
  );
  return (
    <ConfirmDialog
      title="Revoke Token"
      question="Its calls are refused immediately. This action cannot be undone."
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
      isOpen={isOpen}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutateAsync({ id: token.id })}
      onCancel={onClose}
    >
      <strong>{shorten(token.label)}</strong>
    </ConfirmDialog>
  );
}
