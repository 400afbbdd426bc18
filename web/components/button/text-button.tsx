import type { ComponentProps } from "react";
import styles from "./text-button.module.css";

/** A button that reads as a link, within a line or a cell. */
export function TextButton({
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "className">) {
  return <button {...rest} type={type} className={styles.button} />;
}
