import type { z } from "zod";
import { addMemberInput, type Member } from "../../../src/identity/team/team.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { MemberFormFields } from "./member-form-fields.tsx";

interface ChangeMemberDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
}

export function ChangeMemberDialog({ member, isOpen, onClose }: ChangeMemberDialogProps) {
  const { id, name, role } = member;
  const form = useSchemaForm<z.input<typeof addMemberInput>, z.output<typeof addMemberInput>>(
    addMemberInput,
    { name, role },
  );
  const change = trpc.admin.team.update.useMutation(
    useFormOutcome(form, { onClose, saved: "Administrator changed", failed: "Change failed" }),
  );
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
