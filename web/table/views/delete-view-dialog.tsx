import { flushSync } from "react-dom";
import type { SavedView } from "../../../src/business/firm/views/view.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";

interface DeleteViewDialogProps {
  view: SavedView;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteViewDialog({ view, isOpen, onClose, onDeleted }: DeleteViewDialogProps) {
  const { succeeded, failed } = useAdminOutcome();
  const remove = trpc.admin.views.delete.useMutation({
    onSuccess: () => {
      // Closes the dialog first, so that it returns the focus before the buttons of the view disappear.
      flushSync(onClose);
      onDeleted();
      return succeeded("View deleted");
    },
    onError: (error) => failed("Delete failed", error),
  });
  return (
    <ConfirmDialog
      title="Delete View"
      question={
        view.isShared
          ? "The whole team loses this view. The table keeps its current filters."
          : "The table keeps its current filters."
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isOpen={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.mutateAsync({ id: view.id })}
      onCancel={onClose}
    >
      <strong>{shorten(view.name)}</strong>
    </ConfirmDialog>
  );
}
