import { useId, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Form, type FormProps } from "../../forms/form.tsx";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps<Input extends FieldValues, Output> extends FormProps<Input, Output> {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: DialogSize;
  /** Buttons, the safe one first. */
  actions: ReactNode;
}

export function FormDialog<Input extends FieldValues, Output>(
  props: Omit<FormDialogProps<Input, Output>, "className">,
) {
  const { title, isOpen, onClose, size, actions, children, ...form } = props;
  const titleId = useId();
  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose} holdsInput size={size}>
      <Form {...form} className={styles.dialog}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles.content}>{children}</div>
        <footer className={styles.actions}>{actions}</footer>
      </Form>
    </DialogFrame>
  );
}
