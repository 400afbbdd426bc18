import { useState } from "react";
import type { MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { shorten } from "../../format/shorten.ts";
import styles from "./team.module.css";

interface NewKeyDialogProps {
  member: MemberWithKey;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a new access key this once. Only its button closes it, because the key would be lost. */
export function NewKeyDialog({ member, isOpen, onClose }: NewKeyDialogProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(member.key);
      setCopied(true);
    } catch {
      // Browsers offer the clipboard to pages over HTTPS and on loopback addresses only.
      showFailure("Copy failed", "Select the key and copy it yourself.");
    }
  }

  return (
    <ViewDialog
      title="Access Key"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the access key of <strong>{shorten(member.name)}</strong> now. It cannot be read again.
      </p>
      <div className={styles.secret}>
        <code>{member.key}</code>
        <Button look="primary" size="small" onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} size={16} />
          {isCopied ? "Copied" : "Copy Key"}
        </Button>
      </div>
      <p>
        It signs in under <em>Admin Login</em>. Hand it over safely, for example in a password
        manager.
      </p>
      <span role="status" className="visually-hidden">
        {isCopied ? "Key copied" : ""}
      </span>
    </ViewDialog>
  );
}
