import { useId, type ReactNode } from "react";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";
import styles from "./dialog.module.css";

interface ViewDialogProps {
  title: string;
  isOpen: boolean;
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void;
  size?: DialogSize;
  /** See `DialogFrame`. */
  holdsInput?: boolean;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog that shows information, without a form. */
export function ViewDialog(props: ViewDialogProps) {
  const { title, actions, children, ...frame } = props;
  const titleId = useId();
  return (
    <DialogFrame {...frame} titleId={titleId}>
      <div className={styles.dialog}>
        <h2 id={titleId}>{title}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard */}
        <div role="group" aria-labelledby={titleId} tabIndex={0} className={styles.content}>
          {children}
        </div>
        <footer className={styles.actions}>{actions}</footer>
      </div>
    </DialogFrame>
  );
}
