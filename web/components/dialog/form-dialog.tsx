import Dialog from "@mui/material/Dialog";
import { useId, type FormEvent, type ReactNode } from "react";
import { Form } from "../../forms/form.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => Promise<void>;
  /** Called when the form is first touched. */
  preload?: () => void;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog around a form: named by its title, it gives the focus back to what opened it. */
export function FormDialog(props: FormDialogProps) {
  const { title, isOpen, onClose, onSubmit, preload, actions, children } = props;
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <Form className={styles.dialog} onSubmit={onSubmit} preload={preload}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles.content}>{children}</div>
        <footer className={styles.actions}>{actions}</footer>
      </Form>
    </Dialog>
  );
}
