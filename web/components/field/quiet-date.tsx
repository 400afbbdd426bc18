import { useId } from "react";
import styles from "./quiet-date.module.css";

interface QuietDateProps {
  label: string;
  /** `2026-03-14`; nothing where no day is chosen. */
  value: string | undefined;
  min?: string;
  max?: string;
  onChange: (day: string | undefined) => void;
}

/** A day beside a table, where a form's field would be too loud. */
export function QuietDate({ label, value, min, max, onChange }: QuietDateProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={styles.date}
        value={value ?? ""}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </div>
  );
}
