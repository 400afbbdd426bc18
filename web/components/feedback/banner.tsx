import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

interface BannerProps {
  tone: keyof typeof looks;
  title: string;
  children: ReactNode;
}

const looks = {
  good: { icon: "circleCheck", severity: "success", color: "var(--green)" },
  bad: { icon: "alert", severity: "error", color: "error.main" },
  neutral: { icon: "info", severity: "info", color: "text.primary" },
} as const;

/** The result on a page that verifies something. */
export function Banner({ tone, title, children }: BannerProps) {
  const { icon, severity, color } = looks[tone];
  return (
    <Alert
      role="note"
      severity={severity}
      icon={<Icon name={icon} size={24} />}
      sx={{
        p: 2.5,
        color: "inherit",
        ...(tone === "neutral" && { background: "var(--gray-wash)" }),
      }}
    >
      <AlertTitle component="h2" sx={{ color, fontSize: "1rem", lineHeight: "1.5rem" }}>
        {title}
      </AlertTitle>
      {children}
    </Alert>
  );
}
