import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface FormFieldsProps {
  /** For fields with long values or hints. */
  isWide?: boolean;
  children: ReactNode;
}

/** Fields in a panel: two columns if there is room. */
export function FormFields({ isWide = false, children }: FormFieldsProps) {
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${isWide ? 15 : 13}rem), 1fr))`,
        gap: "1.125rem 1rem",
      }}
    >
      {children}
    </Box>
  );
}

/** Fields in a panel, one below the other. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "grid", gap: "1.125rem" }}>{children}</Box>;
}

/** The buttons below the fields. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1, mt: 2.5 }}>
      {children}
    </Box>
  );
}
