import Alert from "@mui/material/Alert";
import { Button } from "../button/button.tsx";

interface LoadFailureProps {
  text: string;
  onRetry: () => void;
  /** `small`: as high as a button, for a row of them. */
  size?: "medium" | "small";
}

/** Replaces a list, panel or button that could not be loaded. */
export function LoadFailure({ text, onRetry, size = "medium" }: LoadFailureProps) {
  return (
    <Alert
      severity="error"
      icon={false}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
      sx={{ color: "error.main", ...(size === "small" && { py: 0.5 }) }}
    >
      <p>{text}</p>
    </Alert>
  );
}
