import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./banner.module.css";

interface BannerProps {
  tone: "good" | "bad" | "neutral";
  title: string;
  children: ReactNode;
}

const icons = { good: "circleCheck", bad: "alert", neutral: "info" } as const;

/** The result on a page that verifies something. */
export function Banner({ tone, title, children }: BannerProps) {
  return (
    <section className={styles.banner} data-tone={tone}>
      <Icon name={icons[tone]} size={24} />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
