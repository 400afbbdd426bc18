import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

interface SelectProps extends FieldText, Omit<ComponentProps<"select">, "className" | "id"> {
  /** Labels by value, in the order shown. */
  options: Readonly<Record<string, string>>;
  /** The label of an empty first option; without it, the first of `options` is selected. */
  placeholder?: string;
}

/** The native select, which phones, keyboards and screen readers support best. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <span className={styles.select}>
          <select {...element} {...attributes} className={styles.control}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {Object.entries(options).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={16} />
        </span>
      )}
    </Field>
  );
}
