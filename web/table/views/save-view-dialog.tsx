import type { z } from "zod";
import { createViewForm, type SavedView } from "../../../src/business/watch/views/view.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface SaveViewDialogProps {
  list: string;
  /** The current parameters of the table. */
  parameters: Record<string, string>;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Saves the current parameters of a table under a name. */
export function SaveViewDialog({
  list,
  parameters,
  isOpen,
  onClose,
  onSaved,
}: SaveViewDialogProps) {
  const form = useSchemaForm<z.input<typeof createViewForm>, z.output<typeof createViewForm>>(
    createViewForm,
    { name: "", isShared: false },
  );
  const { succeeded, failed } = useAdminOutcome();
  const create = trpc.admin.views.create.useMutation({
    onSuccess: async (view) => {
      onClose();
      await succeeded("View saved");
      onSaved(view);
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Save failed", error);
    },
  });
  return (
    <FormDialog
      title="Save View"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => create.mutateAsync({ list, parameters, ...values })}
      submitLabel="Save View"
      pendingLabel="Saving..."
    >
      <TextField
        label="Name"
        hint={
          list === "audit"
            ? "Keeps the search and the filters."
            : "Keeps the search, filters, sort and columns."
        }
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <Checkbox
        label="Share with the team"
        hint="Everyone on the team can pick it. You and owners can change it."
        {...form.field("isShared")}
      />
    </FormDialog>
  );
}
