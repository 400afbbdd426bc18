import { useState } from "react";
import { Button } from "../button/button.tsx";
import { Icon } from "../icon/icon.tsx";
import { showFailure } from "../toast/toasts.ts";
import styles from "./secret-once.module.css";

interface SecretOnceProps {
  /** Used in the button and in the accessible name. */
  noun: "Key" | "Secret" | "Token";
  value: string;
}

/** Shows a secret once, with a button to copy it. Its dialog must not close on Escape, which would lose the secret. */
export function SecretOnce({ noun, value }: SecretOnceProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The clipboard is only available over HTTPS and on loopback addresses.
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
