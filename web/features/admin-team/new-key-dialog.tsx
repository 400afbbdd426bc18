import type { MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { SecretOnce } from "../../components/secret/secret-once.tsx";
import { shorten } from "../../domain/format/shorten.ts";

interface NewKeyDialogProps {
  member: MemberWithKey;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a new access key once. Only its button closes the dialog, because the key would be lost. */
export function NewKeyDialog({ member, isOpen, onClose }: NewKeyDialogProps) {
  return (
    <ViewDialog
      title="Access Key"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the access key for <strong>{shorten(member.name)}</strong> now. It cannot be read
        again.
      </p>
      <SecretOnce noun="Key" value={member.key} />
      <p>
        It is used under <em>Admin Login</em>. Share it securely, for example in a password manager.
      </p>
    </ViewDialog>
  );
}
