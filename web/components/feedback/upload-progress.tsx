import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { ProgressBar } from "./progress-bar.tsx";

interface UploadProgressProps {
  /** The share of the bytes sent so far, from 0 to 1. */
  share: number;
  /** What the server does once it has received everything, such as `Checking...`. */
  afterwards: string;
}

/** Shows the progress of an upload, then an indeterminate bar until the server has finished. */
export function UploadProgress({ share, afterwards }: UploadProgressProps) {
  const percent = Math.round(share * 100);
  const isSent = percent >= 100;
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr) auto",
        alignItems: "center",
        gap: 1.5,
      }}
    >
      <ProgressBar
        value={isSent ? undefined : percent}
        aria-label="Upload progress"
        aria-valuetext={isSent ? afterwards : undefined}
      />
      <Typography
        aria-hidden="true"
        variant="body2"
        color="textSecondary"
        sx={{ fontVariantNumeric: "tabular-nums" }}
      >
        {isSent ? afterwards : `${percent}%`}
      </Typography>
    </Box>
  );
}
