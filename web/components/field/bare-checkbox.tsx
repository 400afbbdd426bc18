import type { ComponentProps } from "react";
import styles from "./checkbox.module.css";

/** A checkbox without a label, for table rows; in forms, `Checkbox` adds its label and messages. */
export function BareCheckbox(props: Omit<ComponentProps<"input">, "className" | "type">) {
  return <input {...props} type="checkbox" className={styles.box} />;
}
