import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

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
    <Box
      role={role}
      sx={{
        flex: 1,
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        justifyContent: "center",
        gap: 1,
        minHeight: "60vh",
        p: "var(--page-gutter)",
        textAlign: "center",
        color: "text.secondary",
        "& p": { maxWidth: "32rem", overflowWrap: "anywhere" },
      }}
    >
      {figure ? <Box sx={{ mb: 1.5 }}>{figure}</Box> : null}
      <Typography variant="h1" color="textPrimary">
        {title}
      </Typography>
      {text ? <p>{text}</p> : null}
      {detail ? (
        <Typography variant="body2" color="textDisabled">
          {detail}
        </Typography>
      ) : null}
      {action ? <Box sx={{ mt: 2.5 }}>{action}</Box> : null}
    </Box>
  );
}
