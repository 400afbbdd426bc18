import Box from "@mui/material/Box";
import type { SecondFactor } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { withSubject } from "../../app/dialogs.tsx";
import { Button } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { factorCalls, type FactorDialogProps, useFinish, useStateIf } from "./use-second-factor.ts";

export const NewCodesDialog = withSubject(
  (_: undefined, { kind }: FactorDialogProps) => useStateIf(kind, ({ isOn }) => isOn),
  "second factor",
  function NewCodes({ subject: _, ...dialog }: FactorDialogProps & { subject: SecondFactor }) {
    const finish = useFinish(dialog);
    return (
      <ProofDialog
        {...dialog}
        title="New Recovery Codes"
        question="The current codes stop working. The new ones are shown once."
        confirmLabel="Create New Codes"
        pendingLabel="Creating codes..."
        call={(proof) => factorCalls(dialog.kind).renewRecoveryCodes.mutate(proof)}
        onDone={({ recoveryCodes }) => finish(undefined, { codes: recoveryCodes })}
        failed="No codes created"
      />
    );
  },
);

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Shows recovery codes once. Only its button closes the dialog, because the codes would be lost. */
export function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join("\n")}\n`;

  return (
    <ViewDialog
      title="Recovery Codes"
      isOpen={isOpen}
      size="sm"
      actions={
        <Button look="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <p>
        Each signs you in once, if you lose your phone or your passkey. Store them now, for example
        in a password manager: they are not shown again.
      </p>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fit, minmax(10rem, 1fr))",
          gap: "0.375rem 1.5rem",
          px: 2,
          py: 1.75,
          borderRadius: 1,
          bgcolor: "var(--gray-wash)",
          listStyle: "none",
          "& code": { userSelect: "all" },
        }}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <CopyButton noun="Codes" value={text} look="secondary" />
        <Button size="small" onClick={() => download(text)}>
          <Icon name="download" size={16} />
          Download Codes
        </Button>
      </Box>
    </ViewDialog>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `recovery-codes-${window.location.hostname}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
