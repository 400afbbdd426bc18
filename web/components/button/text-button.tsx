import type { ComponentProps } from "react";
import { useControlTabIndex } from "../focus/cell-focus.ts";
import styles from "./text-button.module.css";

/** A button that looks like a link, for use within a line or a table cell. */
export function TextButton({
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "className">) {
  return <button tabIndex={useControlTabIndex()} {...rest} type={type} className={styles.button} />;
}
