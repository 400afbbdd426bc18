import type { z } from "zod";
import { addMemberInput, type Member } from "../../../src/identity/team/team.schema.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { MemberFormFields } from "./member-form-fields.tsx";

const loadSchema = () => Promise.resolve(addMemberInput);

interface ChangeMemberDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
}

export function ChangeMemberDialog({ member, isOpen, onClose }: ChangeMemberDialogProps) {
  const { id, name, role } = member;
  const form = useSchemaForm<z.input<typeof addMemberInput>, z.output<typeof addMemberInput>>(
    loadSchema,
    { name, role },
  );
  const { succeeded, failed } = useAdminOutcome();
  const change = trpc.admin.team.update.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("Administrator changed");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Change failed", error);
    },
  });
  return (
    <FormDialog
      title="Edit Administrator"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => change.mutateAsync({ id, ...values })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <MemberFormFields
        name={form.field("name")}
        role={form.field("role")}
        selected={form.watch("role")}
      />
    </FormDialog>
  );
}
