import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import {
  confirmTotpInput,
  type SecondFactor,
  type TotpSetup,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { withSubject } from "../../app/dialogs.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import {
  aloneWords,
  factorCalls,
  type FactorDialogProps,
  isOnlyFactor,
  useFinish,
  useFinishAdded,
  useStateIf,
} from "./use-second-factor.ts";

/** Asks for proof of identity first, then shows the secret and asks for the first code. */
export function SetUpAppDialog(dialog: FactorDialogProps) {
  const [setup, setSetup] = useState<TotpSetup>();
  if (setup) return <ScanDialog {...dialog} setup={setup} />;
  return (
    <ProofDialog
      {...dialog}
      title="Set Up an Authenticator App"
      question="You need an app that shows codes, such as 1Password, Google Authenticator or Aegis."
      confirmLabel="Continue"
      pendingLabel="Checking..."
      call={(proof) => factorCalls(dialog.kind).startTotp.mutate(proof)}
      onDone={setSetup}
      failed="Set-up failed"
    />
  );
}

interface ScanDialogProps extends FactorDialogProps {
  setup: TotpSetup;
}

function ScanDialog({ setup, ...dialog }: ScanDialogProps) {
  const { kind, isOpen, onClose } = dialog;
  const finish = useFinishAdded(dialog);
  const form = useSchemaForm(confirmTotpInput, { code: "" });
  const confirm = useMutation({
    mutationFn: (input: { code: string }) => factorCalls(kind).confirmTotp.mutate(input),
    // The answer contains the recovery codes, which must not stay in the cache.
    gcTime: 0,
    onSuccess: (added) => finish("Authenticator app turned on", added),
    onError: (error) => {
      form.showErrors(error);
      showApiError("Set-up failed", error);
    },
  });
  return (
    <FormDialog
      title="Set Up an Authenticator App"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => confirm.mutateAsync(values)}
      submitLabel="Turn On"
      pendingLabel="Checking..."
    >
      <Box
        sx={{
          display: "flex",
          flexDirection: { xs: "column", sm: "row" },
          alignItems: "center",
          gap: 2.5,
        }}
      >
        <QrCode text={setup.uri} />
        <div>
          <p>Scan this code with your app, or type the secret:</p>
          <Box component="code" sx={secretLook}>
            {inGroups(setup.secret)}
          </Box>
          <Link href={setup.uri} variant="body2" underline="hover" sx={{ py: 0.25 }}>
            Open in an app on this device
          </Link>
        </div>
      </Box>
      <TextField
        label="Code"
        hint="The 6 digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        {...form.field("code")}
      />
    </FormDialog>
  );
}

/** Groups are easier to type, and apps ignore the spaces. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

const secretLook = {
  display: "block",
  mt: 1,
  mb: 1.5,
  px: 1.5,
  py: 1.25,
  borderRadius: 1,
  bgcolor: "var(--gray-wash)",
  userSelect: "all",
};

/** Black on white in both themes, because not every camera reads an inverted code. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      width={176}
      height={176}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the secret"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export const TurnOffAppDialog = withSubject(
  (_: undefined, { kind }: FactorDialogProps) =>
    useStateIf(kind, ({ totpSince }) => totpSince !== null),
  "authenticator app",
  function TurnOffApp({
    subject: state,
    ...dialog
  }: FactorDialogProps & { subject: SecondFactor }) {
    const finish = useFinish(dialog);
    const { kind } = dialog;
    return (
      <ProofDialog
        {...dialog}
        title="Turn Off the App"
        question={
          isOnlyFactor(state) ? aloneWords[kind] : "Codes from the app will no longer sign you in."
        }
        confirmLabel="Turn Off"
        pendingLabel="Turning off..."
        look="danger"
        call={(proof) => factorCalls(kind).turnOffTotp.mutate(proof)}
        onDone={(present) => finish("Authenticator app turned off", { state: present })}
        failed="App not turned off"
      />
    );
  },
);
