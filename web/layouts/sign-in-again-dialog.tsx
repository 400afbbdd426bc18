import { useState } from "react";
import { Button } from "../components/button/button.tsx";
import { FormDialog } from "../components/dialog/form-dialog.tsx";
import { TextField } from "../components/field/text-field.tsx";

interface SignInAgainDialogProps {
  isOpen: boolean;
  /** Whose session it was, where that has a name. */
  email?: string;
  secretLabel: string;
  isPending: boolean;
  problem: string | undefined;
  /** Resolves when the sign-in is over, whatever came of it. */
  onSignIn: (secret: string) => Promise<void>;
  onLeave: () => void;
}

/** Asks to sign in again on top of a page whose session has ended meanwhile. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { isOpen, email, secretLabel, isPending, problem, onSignIn, onLeave } = props;
  const [secret, setSecret] = useState("");

  async function submit() {
    await onSignIn(secret);
    setSecret("");
  }

  return (
    <FormDialog
      title="Your session has ended"
      isOpen={isOpen}
      // Only the button leaves: an Escape too many must not cost what was typed beneath.
      onClose={() => undefined}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onLeave}>Leave</Button>
          <Button
            type="submit"
            look="primary"
            disabled={secret.trim() === ""}
            isPending={isPending}
            pendingLabel="Signing in..."
          >
            Sign In
          </Button>
        </>
      }
    >
      <p>Sign in again to go on. What you have typed on this page is kept.</p>
      {email === undefined ? null : (
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      )}
      <TextField
        label={secretLabel}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={secret}
        error={problem}
        onChange={(event) => setSecret(event.target.value)}
      />
    </FormDialog>
  );
}
