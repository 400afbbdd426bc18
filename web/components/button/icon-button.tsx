import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  icon: IconName;
  /** What a screen reader says; there is no visible text. */
  label: string;
}

export function IconButton({ icon, label, type = "button", ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={styles.button}>
      <Icon name={icon} />
    </button>
  );
}
