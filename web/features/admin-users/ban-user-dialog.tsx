import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { untilSettled } from "../../forms/until-settled.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../api/use-admin-outcome.ts";
import type { UserDialogProps } from "./user-dialog.ts";
import { UserTarget } from "./user-target.tsx";

const reasonMessage = "Please provide a reason for banning this user";

export function BanUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const [banReason, setBanReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { succeeded, failed } = useAdminOutcome();
  const ban = trpc.admin.users.ban.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("User banned");
    },
    onError: (error) => failed("Failed to update ban status", error),
  });

  async function submit() {
    const isBlank = banReason.trim() === "";
    setMissing(isBlank);
    if (isBlank) showFailure("Ban reason required", reasonMessage);
    else await untilSettled(ban.mutateAsync({ id: user.id, banned: true, banReason }));
  }

  return (
    <FormDialog
      title="Ban User"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isPending={ban.isPending} pendingLabel="Banning...">
            Ban User
          </Button>
        </>
      }
    >
      <UserTarget user={user} />
      <TextArea
        label="Reason"
        hint="The reason is stored and may be shown to the user at login."
        error={isMissing ? reasonMessage : undefined}
        autoFocus
        value={banReason}
        onChange={(event) => setBanReason(event.target.value)}
      />
    </FormDialog>
  );
}
