import { useId, useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Form, type FormProps } from "../../forms/form.tsx";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import styles from "./dialog.module.css";

interface FormDialogProps<Input extends FieldValues, Output> extends FormProps<Input, Output> {
  title: string;
  isOpen: boolean;
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void;
  size?: DialogSize;
  /** Buttons, the safe one first. */
  actions: ReactNode;
}

/** Asks before Escape or Back closes it with unsaved changes; its own buttons close it at once. */
export function FormDialog<Input extends FieldValues, Output>(
  props: Omit<FormDialogProps<Input, Output>, "className">,
) {
  const { title, isOpen, onClose, size, actions, children, ...form } = props;
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const { isDirty } = form.form.formState;
  const close = onClose && (() => (isDirty ? setAsking(true) : onClose()));

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={close} holdsInput size={size}>
      <Form {...form} className={styles.dialog}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles.content}>{children}</div>
        <footer className={styles.actions}>{actions}</footer>
      </Form>
      <DiscardDialog
        isOpen={isOpen && isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose?.();
        }}
      />
    </DialogFrame>
  );
}
