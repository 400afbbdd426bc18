import { useRef, type HTMLAttributes, type Ref } from "react";
import { TextButton } from "../button/text-button.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { Icon } from "../icon/icon.tsx";
import styles from "./toast-card.module.css";
import type { Toast } from "./toasts.ts";
import { useFocusReturn } from "./use-focus-return.ts";

interface ToastCardProps extends Pick<Toast, "kind" | "title" | "description" | "actions"> {
  onDismiss: () => void;
  ref?: Ref<HTMLDivElement>;
  /** Listeners that keep the toast open. */
  hold?: Pick<
    HTMLAttributes<HTMLDivElement>,
    "onMouseEnter" | "onMouseLeave" | "onFocus" | "onBlur"
  >;
}

/** Failures interrupt a screen reader (`alert`); successes are announced when it is idle (`status`). */
export function ToastCard(props: ToastCardProps) {
  const { kind, title, description, actions, onDismiss, ref, hold } = props;
  const isFailure = kind === "failure";
  const content = useRef<HTMLDivElement>(null);
  const { rememberOrigin, returnFocus } = useFocusReturn();
  const dismiss = () => {
    returnFocus(content.current);
    onDismiss();
  };

  return (
    <div
      ref={ref}
      role={isFailure ? "alert" : "status"}
      className={isFailure ? `${styles.card} ${styles.failure}` : styles.card}
      {...hold}
    >
      <div ref={content} className={styles.content} onFocus={rememberOrigin}>
        <Icon name={isFailure ? "alert" : "circleCheck"} />
        <div className={styles.text}>
          <p className={styles.title}>{title}</p>
          {description ? <p className={styles.description}>{description}</p> : null}
          {actions.length > 0 ? (
            <div className={styles.actions}>
              {actions.map(({ label, onSelect }) => (
                <TextButton
                  key={label}
                  onClick={() => {
                    dismiss();
                    onSelect();
                  }}
                >
                  {label}
                </TextButton>
              ))}
            </div>
          ) : null}
        </div>
        <IconButton icon="close" label="Dismiss" onClick={dismiss} />
      </div>
    </div>
  );
}
