import { Button } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import styles from "./second-factor.module.css";

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Shows recovery codes once. Only its button closes the dialog, because the codes would be lost. */
export function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join("\n")}\n`;

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
        <CopyButton noun="Codes" value={text} look="secondary" />
        <Button size="small" onClick={() => download(text)}>
          <Icon name="download" size={16} />
          Download Codes
        </Button>
      </div>
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
