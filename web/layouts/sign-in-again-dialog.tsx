import { z } from "zod";
import { Button } from "../components/button/button.tsx";
import { FormDialog } from "../components/dialog/form-dialog.tsx";
import { TextField } from "../components/field/text-field.tsx";
import { useSchemaForm } from "../forms/use-schema-form.ts";

const secretForm = z.object({ secret: z.string() });
const loadSchema = () => Promise.resolve(secretForm);

interface SignInAgainDialogProps {
  isOpen: boolean;
  /** The trader's email; administrators have none. */
  email?: string;
  secretLabel: string;
  isPending: boolean;
  problem: string | undefined;
  onSignIn: (secret: string) => Promise<unknown>;
  onLeave: () => void;
}

/** Asks to sign in again on top of a page whose session has ended. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { isOpen, email, secretLabel, isPending, problem, onSignIn, onLeave } = props;
  const form = useSchemaForm(loadSchema, { secret: "" });

  return (
    <FormDialog
      title="Your session has ended"
      isOpen={isOpen}
      form={form}
      onSubmit={({ secret }) => onSignIn(secret).finally(() => form.reset())}
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
      <p>Sign in again to go on. What you have typed on this page is kept.</p>
      {email === undefined ? null : (
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      )}
      <TextField
        label={secretLabel}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...form.field("secret")}
        error={problem}
      />
    </FormDialog>
  );
}
