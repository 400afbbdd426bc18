import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";

interface PanelProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A surface with a title; its heading is its name for screen readers. */
export function Panel({ title, subtitle, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={panelLook}>
      <Box component="header" sx={headerLook}>
        {/* Wraps next to a badge or a button, and moves to its own line above wide controls. */}
        <Box sx={{ flex: subtitle ? "1 1 13rem" : "1 1 8rem", minWidth: 0 }}>
          <Typography variant="h2" id={headingId}>
            {title}
          </Typography>
          {subtitle ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
              {subtitle}
            </Typography>
          ) : null}
        </Box>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}

const panelLook = {
  display: "flex",
  flexDirection: "column",
  minWidth: 0,
  p: 2.5,
  // In a panel that is stretched to a taller neighbour, the figures at the end are aligned to the bottom.
  "& > dl:last-child": { mt: "auto" },
};

const headerLook = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.5rem 1rem",
  "&:not(:last-child)": { mb: 2 },
};
