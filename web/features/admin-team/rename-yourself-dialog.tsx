import type { z } from "zod";
import { renameInput } from "../../../src/identity/team/team.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface RenameYourselfDialogProps {
  member: { name: string };
  isOpen: boolean;
  onClose: () => void;
}

/** Lets administrators who cannot manage the team change their own name. */
export function RenameYourselfDialog({ member, isOpen, onClose }: RenameYourselfDialogProps) {
  const form = useSchemaForm<z.input<typeof renameInput>, z.output<typeof renameInput>>(
    renameInput,
    { name: member.name },
  );
  const rename = trpc.admin.me.rename.useMutation(
    useFormOutcome(form, { onClose, saved: "Name changed", failed: "Change failed" }),
  );
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
