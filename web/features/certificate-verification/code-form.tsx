import { useState, type SubmitEvent } from "react";
import { formatTypedCode, readTypedCode } from "../../../src/platform/fields/typed-code.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import styles from "./verification.module.css";

interface CodeFormProps {
  code: string | undefined;
  onVerify: (code: string) => void;
}

export function CodeForm({ code = "", onVerify }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const [error, setError] = useState<string>();

  function verify(event: SubmitEvent) {
    event.preventDefault();
    const read = readTypedCode(typed);
    setError(
      read === undefined ? "A code has 12 letters and digits, such as 7K3M-Q9TX-2B4D" : undefined,
    );
    if (read !== undefined) onVerify(formatTypedCode(read));
  }

  return (
    <form className={styles.form} onSubmit={verify} noValidate>
      <TextField
        label="Code"
        hint="Printed below the QR code on the certificate."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" look="primary">
        Verify
      </Button>
    </form>
  );
}
