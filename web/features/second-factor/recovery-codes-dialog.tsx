import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import styles from "./second-factor.module.css";

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Shows recovery codes once. Only its button closes the dialog, because the codes would be lost. */
export function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard is only available over HTTPS and on loopback addresses.
      showFailure("Copy failed", "Select the codes and copy them yourself.");
    }
  }

  return (
    <ViewDialog
      title="Recovery Codes"
      isOpen={isOpen}
      size="sm"
      actions={
        <Button look="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <p>
        Each signs you in once, if you lose your phone or your passkey. Store them now, for example
        in a password manager: they are not shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} size={16} />
          {isCopied ? "Copied" : "Copy Codes"}
        </Button>
        <Button size="small" onClick={() => download(text)}>
          <Icon name="download" size={16} />
          Download Codes
        </Button>
      </div>
      <span role="status" className="visually-hidden">
        {isCopied ? "Codes copied" : ""}
      </span>
    </ViewDialog>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `recovery-codes-${window.location.hostname}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
