import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

interface NoticeProps {
  tone: keyof typeof severities;
  title: string;
  children?: ReactNode;
}

const severities = { info: "info", warning: "warning", danger: "error" } as const;

/** A message that stays on the page, as an `alert` with a heading. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <Alert
      severity={severities[tone]}
      icon={<Icon name={tone === "info" ? "info" : "alert"} />}
      // Links within text must not differ by colour alone.
      sx={{ "& p a": { textDecoration: "underline" } }}
    >
      <AlertTitle component="h2">{title}</AlertTitle>
      {children}
    </Alert>
  );
}
