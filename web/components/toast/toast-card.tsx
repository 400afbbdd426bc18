import type { Ref } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { Icon } from "../icon/icon.tsx";
import styles from "./toast-card.module.css";
import type { Toast } from "./toasts.ts";

interface ToastCardProps extends Pick<Toast, "kind" | "title" | "description"> {
  onDismiss: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** Failures interrupt a screen reader (`alert`); successes wait their turn (`status`). */
export function ToastCard({ kind, title, description, onDismiss, ref }: ToastCardProps) {
  const isFailure = kind === "failure";
  return (
    <div
      ref={ref}
      role={isFailure ? "alert" : "status"}
      className={isFailure ? `${styles.card} ${styles.failure}` : styles.card}
    >
      <Icon name={isFailure ? "alert" : "circleCheck"} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
