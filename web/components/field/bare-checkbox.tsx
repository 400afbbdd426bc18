import type { ComponentProps } from "react";
import styles from "./checkbox.module.css";

/** A box alone, for rows of a table; in a form, `Checkbox` adds its label and messages. */
export function BareCheckbox(props: Omit<ComponentProps<"input">, "className" | "type">) {
  return <input {...props} type="checkbox" className={styles.box} />;
}
