import { useState } from "react";
import type { CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import styles from "./tokens.module.css";

interface CreatedTokenDialogProps {
  created: CreatedToken;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a new token this once. Only its button closes it, because the token would be lost. */
export function CreatedTokenDialog({ created, isOpen, onClose }: CreatedTokenDialogProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(created.token);
      setCopied(true);
    } catch {
      // Browsers offer the clipboard to pages over HTTPS and on loopback addresses only.
      showFailure("Copy failed", "Select the token and copy it yourself.");
    }
  }

  return (
    <ViewDialog
      title="Token Created"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the token of <strong>{created.label}</strong> now. It will not be shown again.
      </p>
      <div className={styles.secret}>
        <code>{created.token}</code>
        <Button look="primary" size="small" onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} size={16} />
          {isCopied ? "Copied" : "Copy Token"}
        </Button>
      </div>
      <p>
        Tools send it with each call as <code>Authorization: Bearer</code> and the token.
      </p>
      <span role="status" className="visually-hidden">
        {isCopied ? "Token copied" : ""}
      </span>
    </ViewDialog>
  );
}
