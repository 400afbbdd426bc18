import { useId } from "react";
import { Button } from "../button/button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import styles from "./dialog.module.css";

export interface DiscardDialogProps {
  isOpen: boolean;
  closesOnBack?: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved changes are lost. */
export function DiscardDialog({ isOpen, closesOnBack, onKeep, onDiscard }: DiscardDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onKeep} closesOnBack={closesOnBack}>
      <div className={styles.dialog}>
        <h2 id={titleId}>Discard changes?</h2>
        <div className={styles.content}>
          <p>Your changes have not been saved.</p>
        </div>
        <footer className={styles.actions}>
          <Button autoFocus onClick={onKeep}>
            Keep Editing
          </Button>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
        </footer>
      </div>
    </DialogFrame>
  );
}
