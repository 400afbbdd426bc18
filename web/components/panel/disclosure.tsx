import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface DisclosureProps {
  summary: string;
  /** The accessible name, if several on a page have the same summary. */
  name?: string;
  children: ReactNode;
}

/** A line that expands to show more. */
export function Disclosure({ summary, name, children }: DisclosureProps) {
  return (
    <Typography component="details" variant="body2" sx={{ color: "text.secondary" }}>
      <Typography component="summary" variant="caption" aria-label={name} sx={summaryLook}>
        {summary}
      </Typography>
      {children}
    </Typography>
  );
}

const summaryLook = {
  inlineSize: "fit-content",
  minBlockSize: "1.5rem",
  lineHeight: "1.5rem",
  borderRadius: 1,
  cursor: "pointer",
  "&:hover": { color: "text.primary" },
};

interface LegendProps {
  /** The meanings of words, by word, in the order shown. */
  terms: Readonly<Record<string, string>>;
}

/** Explains the words that a screen uses; collapsed at first. */
export function Legend({ terms }: LegendProps) {
  return (
    <Disclosure summary="What the words mean">
      <Box component="dl" sx={{ display: "grid", gap: 0.75, marginBlockStart: 0.75 }}>
        {Object.entries(terms).map(([word, meaning]) => (
          <div key={word}>
            <Box component="dt" sx={{ color: "text.primary", fontWeight: 550 }}>
              {word}
            </Box>
            <dd>{meaning}</dd>
          </div>
        ))}
      </Box>
    </Disclosure>
  );
}
