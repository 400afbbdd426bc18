import type { CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { SecretOnce } from "../../components/secret/secret-once.tsx";

interface CreatedTokenDialogProps {
  created: CreatedToken;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a new token once. Only its button closes the dialog, because the token would be lost. */
export function CreatedTokenDialog({ created, isOpen, onClose }: CreatedTokenDialogProps) {
  return (
    <ViewDialog
      title="Token Created"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the token for <strong>{created.label}</strong> now. It will not be shown again.
      </p>
      <SecretOnce noun="Token" value={created.token} />
      <p>
        Tools send it with each call as <code>Authorization: Bearer</code> and the token.
      </p>
    </ViewDialog>
  );
}
