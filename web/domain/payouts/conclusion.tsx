import Box from "@mui/material/Box";

interface ConclusionProps {
  /** Whether the conclusion speaks against what is asked. */
  isUnusual: boolean;
  children: string;
}

/** The sentence with which a screen about money begins, or that stands below its first figures. */
export function Conclusion({ isUnusual, children }: ConclusionProps) {
  return (
    <Box
      component="p"
      sx={{
        color: isUnusual ? "var(--red)" : "var(--ink)",
        fontSize: "var(--text-lg)",
        fontWeight: 600,
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Box>
  );
}
