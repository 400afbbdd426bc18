import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import { Field, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

interface SelectProps extends FieldText, Omit<ComponentProps<"select">, "className" | "id"> {
  /** Value to words. */
  options: Readonly<Record<string, string>>;
  /** Words for "nothing chosen", where that is a choice. */
  placeholder?: string;
}

/** The browser's own list: the one that phones, keyboards and screen readers know best. */
export function Select({ label, hint, error, options, placeholder, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control} className={styles.control}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {Object.entries(options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={16} />
        </span>
      )}
    </Field>
  );
}
