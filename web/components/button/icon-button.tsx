import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  icon: IconName;
  /** What a screen reader says; there is no visible text. */
  label: string;
  /** What it began is being carried out: it keeps the focus, and does nothing meanwhile. */
  isPending?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, type = "button", isPending = false, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      className={styles.button}
      onClick={isPending ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
