import type {
  AddedFactor,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showSuccess } from "../../components/toast/toasts.ts";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { NewCodesDialog, RemovePasskeyDialog, TurnOffAppDialog } from "./change-dialogs.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { RenamePasskeyDialog } from "./rename-passkey-dialog.tsx";
import { SetUpAppDialog } from "./set-up-app-dialog.tsx";
import type { FactorDialogsState } from "./use-factor-dialogs.ts";
import { type Kind, useFactorUpdate } from "./use-second-factor.ts";

interface SecondFactorDialogsProps {
  kind: Kind;
  state: SecondFactor;
  dialogs: FactorDialogsState;
}

/** Renders the dialogs for the user's own second factor. */
export function SecondFactorDialogs({ kind, state, dialogs }: SecondFactorDialogsProps) {
  const { setUp, turnOff, add, rename, remove, renew, codes } = dialogs;
  const changed = useFactorUpdate(kind);
  const hasCodes = state.totpSince !== null || state.recoveryCodesLeft > 0;
  const isLast = state.passkeys.length + (state.totpSince ? 1 : 0) === 1;

  const added = (dialog: { close: () => void }, title: string) => (answer: AddedFactor) => {
    dialog.close();
    showSuccess(title, "Your other sessions were signed out.");
    if (answer.recoveryCodes) codes.open(answer.recoveryCodes);
    void changed(answer.secondFactor);
  };
  const removed = (dialog: { close: () => void }, title: string) => (present: SecondFactor) => {
    dialog.close();
    showSuccess(title, "Your other sessions were signed out.");
    void changed(present);
  };

  return (
    <>
      {setUp.key > 0 ? (
        <SetUpAppDialog
          key={`set up ${setUp.key}`}
          kind={kind}
          hasCodes={hasCodes}
          isOpen={setUp.isOpen}
          onClose={setUp.close}
          onAdded={added(setUp, "Authenticator app turned on")}
        />
      ) : null}
      {turnOff.key > 0 ? (
        <TurnOffAppDialog
          key={`turn off ${turnOff.key}`}
          kind={kind}
          hasCodes={hasCodes}
          isLast={isLast}
          isOpen={turnOff.isOpen}
          onClose={turnOff.close}
          onRemoved={removed(turnOff, "Authenticator app turned off")}
        />
      ) : null}
      {add.key > 0 ? (
        <AddPasskeyDialog
          key={`add ${add.key}`}
          kind={kind}
          hasCodes={hasCodes}
          isOpen={add.isOpen}
          onClose={add.close}
          onAdded={added(add, "Passkey added")}
        />
      ) : null}
      {rename.subject ? (
        <RenamePasskeyDialog
          key={`rename ${rename.key}`}
          kind={kind}
          passkey={rename.subject}
          isOpen={rename.isOpen}
          onClose={rename.close}
          onRenamed={(present) => {
            rename.close();
            showSuccess("Passkey renamed");
            void changed(present);
          }}
        />
      ) : null}
      {remove.subject ? (
        <RemovePasskeyDialog
          key={`remove ${remove.key}`}
          kind={kind}
          passkey={remove.subject}
          hasCodes={hasCodes}
          isLast={isLast}
          isOpen={remove.isOpen}
          onClose={remove.close}
          onRemoved={removed(remove, "Passkey removed")}
        />
      ) : null}
      {renew.key > 0 ? (
        <NewCodesDialog
          key={`renew ${renew.key}`}
          kind={kind}
          isOpen={renew.isOpen}
          onClose={renew.close}
          onMade={(made) => {
            renew.close();
            codes.open(made);
            void changed();
          }}
        />
      ) : null}
      {codes.subject ? (
        <RecoveryCodesDialog
          key={`codes ${codes.key}`}
          codes={codes.subject}
          isOpen={codes.isOpen}
          onClose={codes.close}
        />
      ) : null}
    </>
  );
}
