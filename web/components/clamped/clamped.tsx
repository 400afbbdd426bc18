import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Limits a text to two or three lines, so that one trader's long text cannot push the others off the screen. */
export function Clamped({ lines, children }: { lines: "two" | "three"; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: "-webkit-box",
        overflow: "hidden",
        overflowWrap: "anywhere",
        WebkitBoxOrient: "vertical",
        WebkitLineClamp: lines === "two" ? "2" : "3",
      }}
    >
      {children}
    </Box>
  );
}
