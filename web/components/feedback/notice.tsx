import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import styles from "./notice.module.css";

interface NoticeProps {
  tone: "info" | "warning" | "danger";
  title: string;
  children?: ReactNode;
}

const icons: Record<NoticeProps["tone"], IconName> = {
  info: "info",
  warning: "alert",
  danger: "alert",
};

/** A message that stays on the page, as an `alert` with a heading. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div role="alert" className={`${styles.notice} ${styles[tone]}`}>
      <Icon name={icons[tone]} />
      <div className={styles.text}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
