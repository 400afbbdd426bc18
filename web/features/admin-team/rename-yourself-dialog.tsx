import type { z } from "zod";
import { renameInput } from "../../../src/identity/team/team.schema.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () => Promise.resolve(renameInput);

interface RenameYourselfDialogProps {
  member: { name: string };
  isOpen: boolean;
  onClose: () => void;
}

/** Lets administrators who cannot manage the team change their own name. */
export function RenameYourselfDialog({ member, isOpen, onClose }: RenameYourselfDialogProps) {
  const form = useSchemaForm<z.input<typeof renameInput>, z.output<typeof renameInput>>(
    loadSchema,
    { name: member.name },
  );
  const { succeeded, failed } = useAdminOutcome();
  const rename = trpc.admin.me.rename.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("Name changed");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Change failed", error);
    },
  });
  return (
    <FormDialog
      title="Change Your Name"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => rename.mutateAsync(values)}
      submitLabel="Save Name"
      pendingLabel="Saving..."
    >
      <TextField
        label="Name"
        hint="Shown to the team and in the audit log."
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
    </FormDialog>
  );
}
