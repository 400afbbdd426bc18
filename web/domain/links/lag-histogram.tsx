import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { LinkRow } from "../../../src/business/links/evidence/evidence.schema.ts";
import { formatCount } from "../format/figures.ts";
import { lagRanges, sayLag } from "./link-words.ts";

/** Shows how the lags of matches are spread: a copier's are alike. */
export function LagHistogram({ rows }: { rows: readonly Pick<LinkRow, "lagMs">[] }) {
  const ranges = lagRanges(rows);
  if (ranges.length === 0) return null;
  const most = Math.max(...ranges.map(({ count }) => count));
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Typography variant="h3">Lags</Typography>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, maxWidth: "30rem" }}>
        {ranges.map(({ from, to, count }) => (
          <Box component="li" key={from} sx={line}>
            <span>{from === to ? sayLag(from) : `${sayLag(from)} to ${sayLag(to)}`}</span>
            <Box aria-hidden sx={{ ...bar, inlineSize: `${(100 * count) / most}%` }} />
            <span>{formatCount(count)}</span>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const line = {
  display: "grid",
  gridTemplateColumns: "9.5rem minmax(0, 1fr) 2.5rem",
  alignItems: "center",
  gap: 1,
  fontVariantNumeric: "tabular-nums",
};

const bar = { blockSize: "0.5rem", borderRadius: 1, bgcolor: "primary.main" };
