import type { Ref } from "react";
import { TextButton } from "../button/text-button.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { Icon } from "../icon/icon.tsx";
import styles from "./toast-card.module.css";
import type { Toast } from "./toasts.ts";

interface ToastCardProps extends Pick<Toast, "kind" | "title" | "description" | "actions"> {
  onDismiss: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** Failures interrupt a screen reader (`alert`); successes are announced when it is idle (`status`). */
export function ToastCard(props: ToastCardProps) {
  const { kind, title, description, actions, onDismiss, ref } = props;
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
      {actions.map(({ label, onSelect }) => (
        <TextButton
          key={label}
          onClick={() => {
            onDismiss();
            onSelect();
          }}
        >
          {label}
        </TextButton>
      ))}
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
