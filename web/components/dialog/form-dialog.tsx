import { useId, type FormEvent, type ReactNode } from "react";
import { Form } from "../../forms/form.tsx";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => Promise<void>;
  /** Called when the form is first touched. */
  preload?: () => void;
  size?: DialogSize;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog around a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, isOpen, onClose, onSubmit, preload, size, actions, children } = props;
  const titleId = useId();
  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose} holdsInput size={size}>
      <Form className={styles.dialog} onSubmit={onSubmit} preload={preload}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles.content}>{children}</div>
        <footer className={styles.actions}>{actions}</footer>
      </Form>
    </DialogFrame>
  );
}
