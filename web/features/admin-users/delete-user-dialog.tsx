import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { trpc } from "../../trpc.ts";
import { useDialogOutcome } from "../../api-client/use-dialog-outcome.ts";
import type { UserDialogProps } from "./user-dialog.ts";
import { UserTarget } from "./user-target.tsx";

export function DeleteUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const remove = trpc.admin.users.delete.useMutation(
    useDialogOutcome({
      onClose,
      done: "User deleted",
      failed: "Delete failed",
      fallback: "Failed to delete user",
    }),
  );
  return (
    <ConfirmDialog
      title="Delete User"
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isOpen={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.mutateAsync({ id: user.id })}
      onCancel={onClose}
    >
      <UserTarget user={user} />
    </ConfirmDialog>
  );
}
