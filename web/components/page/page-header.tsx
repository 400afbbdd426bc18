import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** Shown next to the title: key facts, or the page's actions. */
  aside?: ReactNode;
}

export function PageHeader({ title, subtitle, aside }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "flex-end",
        justifyContent: "space-between",
        gap: "0.5rem 2rem",
        mb: "var(--page-gap, 1.5rem)",
        "& > *": { minWidth: 0 },
      }}
    >
      <div>
        <Typography variant="h1">
          <bdi dir="auto">{title}</bdi>
        </Typography>
        {subtitle ? (
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {subtitle}
          </Typography>
        ) : null}
      </div>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          gap: 1,
          "&:empty": { display: "none" },
        }}
      >
        {aside}
      </Box>
    </Box>
  );
}
