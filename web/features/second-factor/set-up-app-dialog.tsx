import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type {
  AddedFactor,
  Proof,
  TotpSetup,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { confirmTotpInput } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { useProofForm } from "./proof-form.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { QrCode } from "./qr-code.tsx";
import styles from "./second-factor.module.css";
import { factorCalls, type Kind } from "./use-second-factor.ts";

interface SetUpAppDialogProps {
  kind: Kind;
  hasCodes: boolean;
  isOpen: boolean;
  onClose: () => void;
  onAdded: (added: AddedFactor) => void;
}

/** Asks for proof of identity first, then shows the secret and asks for the first code. */
export function SetUpAppDialog({ kind, hasCodes, isOpen, onClose, onAdded }: SetUpAppDialogProps) {
  const [setup, setSetup] = useState<TotpSetup>();
  const form = useProofForm();
  const start = useMutation({
    mutationFn: (input: Proof) => factorCalls(kind).startTotp.mutate(input),
    onSuccess: setSetup,
    onError: (error) => {
      form.showErrors(error);
      showApiError("Set-up failed", error);
    },
  });
  if (setup) return <ScanDialog {...{ kind, setup, isOpen, onClose, onAdded }} />;
  return (
    <ProofDialog
      kind={kind}
      title="Set Up an Authenticator App"
      question="You need an app that shows codes, such as 1Password, Google Authenticator or Aegis."
      confirmLabel="Continue"
      pendingLabel="Checking..."
      hasCodes={hasCodes}
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={(proof) => start.mutateAsync(proof)}
    />
  );
}

interface ScanDialogProps extends Omit<SetUpAppDialogProps, "hasCodes"> {
  setup: TotpSetup;
}

function ScanDialog({ kind, setup, isOpen, onClose, onAdded }: ScanDialogProps) {
  const form = useSchemaForm(confirmTotpInput, { code: "" });
  const confirm = useMutation({
    mutationFn: (input: { code: string }) => factorCalls(kind).confirmTotp.mutate(input),
    onSuccess: onAdded,
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
      <div className={styles.scan}>
        <QrCode text={setup.uri} />
        <div>
          <p>Scan this code with your app, or type the secret:</p>
          <code className={styles.secret}>{inGroups(setup.secret)}</code>
          <a href={setup.uri} className={styles.open}>
            Open in an app on this device
          </a>
        </div>
      </div>
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
