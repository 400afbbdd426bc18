import Typography from "@mui/material/Typography";
import { flushSync } from "react-dom";
import type { z } from "zod";
import { type SavedView, viewNameForm } from "../../../src/business/watch/views/view.schema.ts";
import { useAdminOutcome, useFormOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { type Action, ActionMenu } from "../../components/menu/action-menu.tsx";
import { shorten } from "../../domain/format/texts.tsx";
import { trpc } from "../../trpc.ts";

interface PickedViewProps {
  view: SavedView;
  /** The current parameters of the table, if they differ from the view. */
  parameters: Record<string, string> | undefined;
  onReset: () => void;
  onSaved: () => void;
  onDeleted: () => void;
}

/** Shows the actions for the selected view. */
export function PickedView({ view, parameters, onReset, onSaved, onDeleted }: PickedViewProps) {
  const { id, name, isShared, isOwn, canChange } = view;
  const renaming = useDialog<null>();
  const deleting = useDialog<null>();
  const { succeeded, failed } = useAdminOutcome();
  const onError = (error: unknown) => failed("Change failed", error);
  const restore = trpc.admin.views.update.useMutation({
    onSuccess: () => succeeded("View restored"),
    onError,
  });
  const undo = () => restore.mutate({ id, parameters: view.parameters });
  const save = trpc.admin.views.update.useMutation({
    onSuccess: () => {
      onSaved();
      return succeeded("View saved", undefined, { label: "Undo", onSelect: undo });
    },
    onError,
  });
  const share = trpc.admin.views.update.useMutation({
    onSuccess: (saved) => succeeded(saved.isShared ? "View shared" : "View no longer shared"),
    onError,
  });

  const state = [
    ...(isShared ? [isOwn ? "Shared" : `Shared by ${shorten(view.authorName)}`] : []),
    ...(parameters ? ["Changed"] : []),
  ];
  const sharing = isShared ? "Stop Sharing" : "Share with the Team";
  const actions: Action[] = [
    { label: "Rename", onSelect: () => renaming.open(null) },
    ...(isOwn
      ? [{ label: sharing, onSelect: () => share.mutate({ id, isShared: !isShared }) }]
      : []),
    { label: "Delete", startsGroup: true, onSelect: () => deleting.open(null) },
  ];

  return (
    <>
      {canChange ? (
        <ActionMenu label={`Actions for view ${shorten(name)}`} actions={actions} />
      ) : null}
      {state.length > 0 ? (
        <Typography component="span" variant="body2" color="textDisabled" sx={{ px: 1 }}>
          {state.join(" · ")}
        </Typography>
      ) : null}
      {parameters ? (
        <>
          <Button look="plain" size="small" onClick={onReset}>
            Discard
          </Button>
          {canChange ? (
            <Button
              size="small"
              isPending={save.isPending}
              pendingLabel="Saving..."
              onClick={() => save.mutate({ id, parameters })}
            >
              Save Changes
            </Button>
          ) : null}
        </>
      ) : null}
      <Opened dialog={renaming}>{(frame) => <RenameViewDialog {...frame} view={view} />}</Opened>
      <Opened dialog={deleting}>
        {(frame) => <DeleteViewDialog {...frame} view={view} onDeleted={onDeleted} />}
      </Opened>
    </>
  );
}

interface RenameViewDialogProps {
  view: SavedView;
  isOpen: boolean;
  onClose: () => void;
}

function RenameViewDialog({ view, isOpen, onClose }: RenameViewDialogProps) {
  const form = useSchemaForm<z.input<typeof viewNameForm>, z.output<typeof viewNameForm>>(
    viewNameForm,
    { name: view.name },
  );
  const rename = trpc.admin.views.update.useMutation(
    useFormOutcome(form, { onClose, saved: "View renamed", failed: "Change failed" }),
  );
  return (
    <FormDialog
      title="Rename View"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ name }) => rename.mutateAsync({ id: view.id, name })}
      submitLabel="Save Name"
      pendingLabel="Saving..."
    >
      <TextField
        label="Name"
        hint={view.isShared ? "The whole team sees this name." : undefined}
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
    </FormDialog>
  );
}

interface DeleteViewDialogProps {
  view: SavedView;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteViewDialog({ view, isOpen, onClose, onDeleted }: DeleteViewDialogProps) {
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
