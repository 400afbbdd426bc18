import Box from "@mui/material/Box";
import { useEffect, useState, type ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import { showFailure } from "../toast/toasts.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface CopyButtonProps {
  /** What is copied, as in "Copy login" and "Login copied". */
  noun: string;
  value: string;
  /** `icon` has no visible text, for use next to the value. */
  look?: "icon" | "primary" | "secondary";
}

/** How long the button says that the value was copied, in milliseconds. */
const CONFIRMED_FOR = 2_000;

/** Copies a value to the clipboard. */
export function CopyButton({ noun, value, look = "icon" }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The clipboard is only available over HTTPS and on loopback addresses.
      showFailure("Copy failed", `Select the ${noun.toLowerCase()} and copy it yourself.`);
    }
  }

  const icon = isCopied ? "check" : "copy";
  // "Copy login", but "Copy IBAN".
  const word = noun === noun.toUpperCase() ? noun : noun.toLowerCase();
  return (
    <>
      {look === "icon" ? (
        <IconButton
          size="small"
          icon={icon}
          hint={isCopied ? "Copied" : "Copy"}
          label={`Copy ${word}`}
          onClick={() => void copy()}
        />
      ) : (
        <Button look={look} size="small" onClick={() => void copy()}>
          <Icon name={icon} size={16} />
          {isCopied ? "Copied" : `Copy ${noun}`}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {isCopied ? `${noun} copied` : ""}
      </span>
    </>
  );
}

interface CopyableProps {
  noun: string;
  /** Copied as it is; also shown, unless there are children. */
  value: string;
  children?: ReactNode;
}

/** A value with a button that copies it, such as a login. */
export function Copyable({ noun, value, children = value }: CopyableProps) {
  return (
    <Box
      component="span"
      sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, minWidth: 0 }}
    >
      <Box component="span" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {children}
      </Box>
      <CopyButton noun={noun} value={value} />
    </Box>
  );
}
