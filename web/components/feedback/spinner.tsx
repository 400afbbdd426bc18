import { keyframes } from "@emotion/react";
import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";

const appear = keyframes({ from: { opacity: 0 } });
const breathe = keyframes({ "50%": { opacity: 0.35 } });

/** Shown while a page loads. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <Box sx={{ flex: 1, display: "grid", placeItems: "center", minHeight: "60vh" }}>
      <CircularProgress
        size="1.75rem"
        aria-label={label}
        sx={{
          // Fast responses never show the spinner.
          animation: `${appear} 200ms 100ms ease-out backwards`,
          // A static ring would look broken, so it fades in and out instead of turning.
          "@media (prefers-reduced-motion: reduce)": {
            animation: `${breathe} 1.6s ease-in-out infinite !important`,
          },
        }}
      />
    </Box>
  );
}
