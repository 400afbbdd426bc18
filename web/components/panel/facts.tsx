import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** Names and values, one pair per line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={lines}>
      {children}
    </Box>
  );
}

const value = { minWidth: 0, fontWeight: 550, overflowWrap: "anywhere" };

const lines = {
  "& > div": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "0.125rem 1.5rem",
    minHeight: "2.75rem",
    py: 0.75,
    "&:not(:first-of-type)": { borderTop: "1px solid var(--line)" },
  },
  "& dt": { color: "text.secondary" },
  "& dd": value,
  // Links within text must not be recognisable by their colour alone.
  "& dd a": { py: 0.5, textDecoration: "underline" },
};

interface FactColumnsProps {
  /** Lays out the columns. */
  className?: string | undefined;
  children: ReactNode;
}

/** Names above their values, side by side. */
export function FactColumns({ className, children }: FactColumnsProps) {
  return (
    <Box component="dl" className={className} sx={columns}>
      {children}
    </Box>
  );
}

const columns = {
  "& > div": { minWidth: 0 },
  "& dt": { color: "text.secondary", typography: "caption" },
  "& dd": { ...value, mt: 0.25, fontVariantNumeric: "tabular-nums" },
};

/** The text shown instead of a missing value. */
export function NoValue({ children }: { children: ReactNode }) {
  return (
    <Typography component="span" color="textDisabled" sx={{ fontWeight: 400 }}>
      {children}
    </Typography>
  );
}

interface FactProps {
  name: string;
  /** Aligns the digits with those of the amounts above and below. */
  isAmount?: boolean;
  children: ReactNode;
}

/** A name with its value, in `Facts` or `FactColumns`. */
export function Fact({ name, isAmount = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <Box component="dd" sx={isAmount ? { fontVariantNumeric: "tabular-nums" } : undefined}>
        {children}
      </Box>
    </div>
  );
}
