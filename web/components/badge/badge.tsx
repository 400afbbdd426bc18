import Chip from "@mui/material/Chip";
import type { ReactNode } from "react";

export type BadgeTone = "green" | "yellow" | "orange" | "red" | "gray";

/** A status as a word; the colour only repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <Chip component="span" label={children} sx={looks[tone]} />;
}

const looks = {
  green: lookOf("green"),
  yellow: lookOf("yellow"),
  orange: lookOf("orange"),
  red: lookOf("red"),
  gray: { ...lookOf("gray"), color: "text.secondary" },
};

function lookOf(color: BadgeTone) {
  return {
    bgcolor: `var(--${color}-wash)`,
    color: `var(--${color})`,
    "&::before": {
      content: '""',
      width: 6,
      height: 6,
      marginInlineStart: 1,
      borderRadius: "50%",
      background: "currentcolor",
    },
    "& .MuiChip-label": { px: 0.75 },
  };
}
