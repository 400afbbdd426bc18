import MuiStack from "@mui/material/Stack";
import type { ReactNode } from "react";

interface StackProps {
  /** Limits the width for pages of names and values, which would otherwise be too far apart. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** Stacks the parts of a page vertically. */
export function Stack({ isNarrow = false, children }: StackProps) {
  return (
    <MuiStack sx={{ gap: 2.5, maxWidth: isNarrow ? "56rem" : undefined, "& > *": { minWidth: 0 } }}>
      {children}
    </MuiStack>
  );
}
