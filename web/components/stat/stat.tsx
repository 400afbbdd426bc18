import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface StatProps {
  label: string;
  value: ReactNode;
  /** Colours money by its sign; the sign itself is in the text. */
  tone?: "gain" | "loss" | undefined;
  note?: ReactNode;
}

/** One figure with its name. */
export function Stat({ label, value, tone, note }: StatProps) {
  return (
    <Box component="article" sx={statLook}>
      <Typography component="h2" variant="body2" color="textSecondary" sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <Typography sx={tone ? [figure, { color: tones[tone] }] : figure}>{value}</Typography>
      {note ? (
        <Typography variant="caption" component="p" color="textDisabled" sx={noteLook}>
          {note}
        </Typography>
      ) : null}
    </Box>
  );
}

const tones = { gain: "var(--green)", loss: "error.main" };

const statLook = {
  containerType: "inline-size",
  minWidth: 0,
  px: { xs: 2, sm: 2.5 },
  py: { xs: 1.75, sm: 2.25 },
  bgcolor: "var(--panel)",
};

const figure = {
  mt: 0.75,
  // An amount of a million dollars still fits on one line.
  fontSize: "clamp(0.9375rem, 11cqi, var(--text-figure))",
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1.2,
  letterSpacing: "-0.025em",
  overflowWrap: "anywhere",
};

const noteLook = {
  mt: 0.5,
  textWrap: "pretty",
  "& a": { textDecoration: "underline", whiteSpace: "nowrap" },
};

interface FilterFigureProps {
  label: string;
  value: ReactNode;
  /** Whether the list shows what the figure counts. */
  isChosen: boolean;
  onChoose: () => void;
}

/** A figure in a `FigureLine`, which filters the list to what it counts. */
export function FilterFigure({ label, value, isChosen, onChoose }: FilterFigureProps) {
  return (
    <Box component="article" sx={filterFigure}>
      <h2>
        <button type="button" aria-pressed={isChosen} onClick={onChoose}>
          {label}
        </button>
      </h2>
      <p>{value}</p>
    </Box>
  );
}

// The button fills the figure, so that a click anywhere in it works.
const filterFigure = {
  position: "relative",
  flex: "none",
  display: "flex",
  alignItems: "baseline",
  gap: 0.75,
  padding: "0.25rem 0.625rem",
  borderRadius: "var(--radius)",
  "&:hover": { background: "var(--hover)" },
  "&:has([aria-pressed=true])": { background: "var(--accent-wash)" },
  "& h2": { fontSize: "var(--text-sm)", fontWeight: 500 },
  "& p": { fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  "& button": {
    minHeight: 24,
    padding: 0,
    border: 0,
    background: "none",
    color: "var(--ink-soft)",
    font: "inherit",
    cursor: "pointer",
    "&[aria-pressed=true]": { color: "var(--accent)" },
    "&::after": { content: '""', position: "absolute", inset: 0, borderRadius: "inherit" },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  },
};

/** The counts of a list in one line, which scrolls sideways on small screens. */
export function FigureLine({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: "flex", gap: 0.25, marginInline: "-0.625rem", overflowX: "auto" }}>
      {children}
    </Box>
  );
}

interface StatRowProps {
  /** Details in one line below the figures. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A row of figures on one surface, as on a statement. */
export function StatRow({ footer, children }: StatRowProps) {
  return (
    <Paper variant="outlined" sx={{ overflow: "hidden" }}>
      <Box sx={row}>{children}</Box>
      {footer ? <Box sx={{ borderTop: "1px solid var(--line)" }}>{footer}</Box> : null}
    </Paper>
  );
}

const row = {
  display: "grid",
  gridAutoFlow: { md: "column" },
  gridAutoColumns: { md: "minmax(0, 1fr)" },
  gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "none" },
  gap: "1px",
  background: "var(--line)",
  // If the count is odd, the first figure takes the full width, so that the last row is complete.
  "& > :first-child:nth-last-child(odd)": { gridColumn: { xs: "1 / -1", md: "auto" } },
};
