import { useState } from "react";
import { Button } from "../button/button.tsx";
import { Icon } from "../icon/icon.tsx";
import { showFailure } from "../toast/toasts.ts";
import styles from "./secret-once.module.css";

interface SecretOnceProps {
  /** What it is, in the button and to screen readers. */
  noun: "Key" | "Secret" | "Token";
  value: string;
}

/** A secret that is shown this once, to copy. Its dialog must not close by Escape, which would lose it. */
export function SecretOnce({ noun, value }: SecretOnceProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Browsers offer the clipboard to pages over HTTPS and on loopback addresses only.
      showFailure("Copy failed", `Select the ${noun.toLowerCase()} and copy it yourself.`);
    }
  }

  return (
    <div className={styles.secret}>
      <code>{value}</code>
      <Button look="primary" size="small" onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "copy"} size={16} />
        {isCopied ? "Copied" : `Copy ${noun}`}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied ? `${noun} copied` : ""}
      </span>
    </div>
  );
}
