import { z } from "zod";
import { readApiError } from "../api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";

const secretForm = z.object({ secret: z.string(), code: z.string().trim() });

export interface SignInAgainDialogProps {
  isOpen: boolean;
  /** The trader's email; administrators have none. */
  email?: string;
  secretLabel: string;
  isPending: boolean;
  /** The error of the last attempt. */
  error: unknown;
  problem: string | undefined;
  onSignIn: (secret: string, code: string | undefined) => Promise<unknown>;
  isPasskeyPending: boolean;
  onPasskey: () => void;
  onLeave: () => void;
}

/** Asks the user to sign in again, on top of a page whose session has ended. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { isOpen, email, secretLabel, isPending, error, problem, onSignIn, onLeave } = props;
  const form = useSchemaForm(secretForm, { secret: "", code: "" });
  // The password was correct, so only the code is asked for again.
  const { reason } = readApiError(error);

  async function signIn({ secret, code }: { secret: string; code: string }) {
    try {
      await onSignIn(secret, code || undefined);
      form.reset();
    } catch (failure) {
      if (readApiError(failure).reason) form.setValue("code", "");
      else form.reset();
      throw failure;
    }
  }

  return (
    <FormDialog
      title="Your session has ended"
      isOpen={isOpen}
      form={form}
      onSubmit={signIn}
      actions={
        <>
          <Button onClick={onLeave}>Leave</Button>
          <Button
            type="submit"
            look="primary"
            disabled={form.watch("secret").trim() === ""}
            isPending={isPending}
            pendingLabel="Signing in..."
          >
            Sign In
          </Button>
        </>
      }
    >
      <p>Sign in again to continue. Anything you have typed on this page is kept.</p>
      {email === undefined ? null : (
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      )}
      <TextField
        label={secretLabel}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...form.field("secret")}
        error={reason ? undefined : problem}
      />
      {reason ? (
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...form.field("code")}
          error={reason === "second_factor_incorrect" ? problem : undefined}
        />
      ) : null}
      <Button isPending={props.isPasskeyPending} onClick={props.onPasskey}>
        Use a Passkey
      </Button>
    </FormDialog>
  );
}
