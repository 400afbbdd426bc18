import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What to do or expect next. */
  text?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={24} />
      <p className={styles.title}>{title}</p>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
