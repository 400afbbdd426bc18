import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** The failing rule's text; it takes the hint's place. */
  error?: string;
}

/** What the control inside a field needs to be named and described. */
export interface FieldControl {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldText {
  children: (control: FieldControl) => ReactNode;
}

/** A label above its control, and below it a hint or what is wrong. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? noteId : undefined,
      })}
      {note ? (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
