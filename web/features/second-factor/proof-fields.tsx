import { useState } from "react";
import { TextButton } from "../../components/button/text-button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import type { ProofForm } from "./proof-form.ts";
import styles from "./second-factor.module.css";
import type { Kind } from "./use-second-factor.ts";

interface ProofFieldsProps {
  kind: Kind;
  form: ProofForm;
  /** Whether an app or recovery codes can be used instead. */
  hasCodes: boolean;
}

/** The fields for the password or access key, or for a code instead. */
export function ProofFields({ kind, form, hasCodes }: ProofFieldsProps) {
  const [usesCode, setUsesCode] = useState(false);
  const secret = kind === "trader" ? "Current Password" : "Access Key";
  return (
    <div className={styles.proof}>
      {usesCode ? (
        <TextField
          key="code"
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...form.field("code")}
        />
      ) : (
        <TextField
          key="password"
          label={secret}
          hint="To confirm that it is you."
          type="password"
          autoComplete={kind === "trader" ? "current-password" : "off"}
          autoFocus
          {...form.field("password")}
        />
      )}
      {hasCodes ? (
        <TextButton
          onClick={() => {
            form.reset();
            setUsesCode(!usesCode);
          }}
        >
          {usesCode ? `Use the ${secret.toLowerCase()} instead` : "Use a code instead"}
        </TextButton>
      ) : null}
    </div>
  );
}
