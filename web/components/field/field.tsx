import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** The failing rule's text; it stands above the hint. */
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
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const notes = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": notes || undefined,
      })}
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
