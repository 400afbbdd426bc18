import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What to do or expect next. */
  text?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack sx={{ alignItems: "center", gap: 0.5, px: 2, py: 5, textAlign: "center" }}>
      <Typography component="span" color="textDisabled" sx={{ mb: 1 }}>
        <Icon name={icon} size={24} />
      </Typography>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      {text ? <Typography color="textSecondary">{text}</Typography> : null}
      {action ? <Stack sx={{ alignItems: "center", gap: 0.5, mt: 1.5 }}>{action}</Stack> : null}
    </Stack>
  );
}
