import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { z } from "zod";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";

const schema = z.object({ code: z.string().trim().min(1, { error: "Enter the code" }) });

const appCode = { label: "Code", inputMode: "numeric", autoComplete: "one-time-code" } as const;
const recoveryCode = {
  label: "Recovery Code",
  inputMode: "text",
  autoComplete: "off",
  autoCapitalize: "characters",
} as const;

interface SecondFactorStepProps {
  /** The error that requested the second factor, or that of the last code. */
  error: unknown;
  isPending: boolean;
  onCode: (code: string) => Promise<unknown>;
  isPasskeyPending: boolean;
  onPasskey: () => void;
  onBack: () => void;
}

/** The step after the password or access key: asks for a code from the app, a recovery code, or a passkey. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { error, isPending, onCode, isPasskeyPending, onPasskey, onBack } = props;
  const { methods = [], reason } = readApiError(error);
  const [hasApp, hasPasskey, hasRecovery] = [
    methods.includes("totp"),
    methods.includes("passkey"),
    methods.includes("recovery-code"),
  ];
  const [usesRecovery, setUsesRecovery] = useState(false);
  /** An error for the other kind of code, which is no longer shown. */
  const [dismissed, dismiss] = useState<unknown>();
  const form = useSchemaForm(schema, { code: "" });
  const isRefused = reason === "second_factor_incorrect" && error !== dismissed;
  const problem = isRefused ? describeApiError(error, "This code is incorrect") : undefined;
  const { setValue, setFocus } = form;
  const asksForCode = hasApp || usesRecovery;
  // Only between codes: the passkey has its own button.
  const canSwitch = usesRecovery ? hasApp : hasRecovery;

  async function send(code: string) {
    try {
      await onCode(code);
    } catch (failure) {
      setValue("code", "");
      setFocus("code");
      throw failure;
    }
  }

  return (
    <Form isStacked form={form} onSubmit={({ code }) => send(code)}>
      <div>
        <h2>One more step</h2>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          {describeStep(usesRecovery, hasApp)}
        </Typography>
      </div>
      {asksForCode ? (
        <>
          <TextField
            key={usesRecovery ? "recovery" : "app"}
            {...(usesRecovery ? recoveryCode : appCode)}
            spellCheck={false}
            autoFocus
            {...form.field("code")}
            error={form.formState.errors.code?.message ?? problem}
          />
          <Button
            type="submit"
            look="primary"
            isWide
            isPending={isPending}
            pendingLabel="Signing in..."
          >
            Sign In
          </Button>
        </>
      ) : null}
      {hasPasskey ? (
        <Button
          look={asksForCode ? "secondary" : "primary"}
          isWide
          autoFocus={!asksForCode}
          isPending={isPasskeyPending}
          onClick={onPasskey}
        >
          Use a Passkey
        </Button>
      ) : null}
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        {canSwitch ? (
          <Button
            look="plain"
            size="small"
            onClick={() => {
              form.reset();
              dismiss(error);
              setUsesRecovery(!usesRecovery);
            }}
          >
            {usesRecovery ? "Use the app" : "Use a recovery code"}
          </Button>
        ) : (
          <span />
        )}
        <Button look="plain" size="small" onClick={onBack}>
          Back
        </Button>
      </Box>
    </Form>
  );
}

function describeStep(usesRecovery: boolean, hasApp: boolean): string {
  if (usesRecovery) return "Enter one of the codes that you stored when you set this up.";
  return hasApp
    ? "Enter the 6-digit code that your authenticator app shows."
    : "Use one of your passkeys to confirm that it is you.";
}
