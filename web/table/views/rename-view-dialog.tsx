import type { z } from "zod";
import { type SavedView, viewNameForm } from "../../../src/business/firm/views/view.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface RenameViewDialogProps {
  view: SavedView;
  isOpen: boolean;
  onClose: () => void;
}

export function RenameViewDialog({ view, isOpen, onClose }: RenameViewDialogProps) {
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
