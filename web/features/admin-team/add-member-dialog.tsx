import type { z } from "zod";
import { addMemberInput, type MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { MemberFormFields } from "./member-form-fields.tsx";

type FormInput = z.input<typeof addMemberInput>;
type FormOutput = z.output<typeof addMemberInput>;

const emptyForm: FormInput = { name: "", role: "support" };

interface AddMemberDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (member: MemberWithKey) => void;
}

export function AddMemberDialog({ isOpen, onClose, onAdded }: AddMemberDialogProps) {
  const form = useSchemaForm<FormInput, FormOutput>(addMemberInput, emptyForm);
  const add = trpc.admin.team.create.useMutation({
    // The response contains the key, which must not stay in the cache.
    gcTime: 0,
    ...useFormOutcome(form, {
      onClose,
      saved: "Administrator added",
      failed: "Adding failed",
      onSaved: onAdded,
    }),
  });
  return (
    <FormDialog
      title="Add Administrator"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => add.mutateAsync(values)}
      submitLabel="Add Administrator"
      pendingLabel="Adding..."
    >
      <MemberFormFields
        name={form.field("name")}
        role={form.field("role")}
        selected={form.watch("role")}
      />
    </FormDialog>
  );
}
