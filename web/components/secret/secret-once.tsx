import Stack from "@mui/material/Stack";
import { CopyButton } from "../button/copy-button.tsx";

interface SecretOnceProps {
  /** Used in the button and in the accessible name. */
  noun: "Key" | "Secret" | "Token";
  value: string;
}

/** Shows a secret once, with a button to copy it. Its dialog must not close on Escape, which would lose the secret. */
export function SecretOnce({ noun, value }: SecretOnceProps) {
  return (
    <Stack
      sx={{
        alignItems: "flex-start",
        gap: 1.5,
        px: 2,
        py: 1.75,
        borderRadius: 1,
        background: "var(--gray-wash)",
        "& code": { overflowWrap: "anywhere", userSelect: "all" },
      }}
    >
      <code>{value}</code>
      <CopyButton noun={noun} value={value} look="primary" />
    </Stack>
  );
}
