import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./banner.module.css";

interface BannerProps {
  tone: "good" | "bad" | "neutral";
  title: string;
  children: ReactNode;
}

const icons = { good: "circleCheck", bad: "alert", neutral: "info" } as const;
const severities = { good: "success", bad: "error", neutral: "info" } as const;

/** The result on a page that verifies something. */
export function Banner({ tone, title, children }: BannerProps) {
  return (
    <Alert
      role="note"
      severity={severities[tone]}
      icon={<Icon name={icons[tone]} size={24} />}
      className={styles.banner}
      data-tone={tone}
    >
      <AlertTitle component="h2">{title}</AlertTitle>
      {children}
    </Alert>
  );
}
