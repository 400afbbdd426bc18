import { banTraderInput } from "../../../src/business/traders/trader.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import type { UserDialogProps } from "./user-dialog.ts";
import { UserTarget } from "./user-target.tsx";

export function BanUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const form = useSchemaForm(banTraderInput, { id: user.id, banned: true, banReason: "" });
  const ban = trpc.admin.users.ban.useMutation(
    useDialogOutcome({ onClose, done: "User banned", failed: "Failed to update ban status" }),
  );

  return (
    <FormDialog
      title="Ban User"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => ban.mutateAsync(values)}
      onInvalid={({ banReason }) => showFailure("Ban reason required", banReason?.message)}
      submitLabel="Ban User"
      pendingLabel="Banning..."
      submitLook="danger"
    >
      <UserTarget user={user} />
      <TextArea
        label="Reason"
        hint="The reason is stored and may be shown to the user at login."
        autoFocus
        // Without its error, which the toast shows.
        {...form.register("banReason")}
      />
    </FormDialog>
  );
}
