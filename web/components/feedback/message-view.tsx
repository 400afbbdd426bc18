import type { ReactNode } from "react";
import styles from "./message-view.module.css";

interface MessageViewProps {
  /** Shown above the title. */
  figure?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Details for support: a status, a request id. */
  detail?: string;
  action?: ReactNode;
  role?: "alert";
}

/** Replaces a page or panel that has nothing to show, and explains why and what to do. */
export function MessageView({ figure, title, text, detail, action, role }: MessageViewProps) {
  return (
    <div role={role} className={styles.view}>
      {figure}
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
