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

interface DialogState {
  isOpen: boolean;
  close: () => void;
}

/** Renders the dialogs for the user's own second factor. */
export function SecondFactorDialogs({ kind, state, dialogs }: SecondFactorDialogsProps) {
  const { setUp, turnOff, add, rename, remove, renew, codes } = dialogs;
  const changed = useFactorUpdate(kind);
  const hasCodes = state.totpSince !== null || state.recoveryCodesLeft > 0;
  const isLast = state.passkeys.length + (state.totpSince ? 1 : 0) === 1;

  const shared = ({ isOpen, close }: DialogState) => ({ kind, isOpen, onClose: close });
  const added = (dialog: DialogState, title: string) => (answer: AddedFactor) => {
    dialog.close();
    showSuccess(title, "Your other sessions were signed out.");
    if (answer.recoveryCodes) codes.open(answer.recoveryCodes);
    void changed(answer.secondFactor);
  };
  const removed = (dialog: DialogState, title: string) => (present: SecondFactor) => {
    dialog.close();
    showSuccess(title, "Your other sessions were signed out.");
    void changed(present);
  };

  return (
    <>
      {setUp.key > 0 ? (
        <SetUpAppDialog
          key={`set up ${setUp.key}`}
          hasCodes={hasCodes}
          {...shared(setUp)}
          onAdded={added(setUp, "Authenticator app turned on")}
        />
      ) : null}
      {turnOff.key > 0 ? (
        <TurnOffAppDialog
          key={`turn off ${turnOff.key}`}
          hasCodes={hasCodes}
          isLast={isLast}
          {...shared(turnOff)}
          onRemoved={removed(turnOff, "Authenticator app turned off")}
        />
      ) : null}
      {add.key > 0 ? (
        <AddPasskeyDialog
          key={`add ${add.key}`}
          hasCodes={hasCodes}
          {...shared(add)}
          onAdded={added(add, "Passkey added")}
        />
      ) : null}
      {rename.subject ? (
        <RenamePasskeyDialog
          key={`rename ${rename.key}`}
          passkey={rename.subject}
          {...shared(rename)}
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
          passkey={remove.subject}
          hasCodes={hasCodes}
          isLast={isLast}
          {...shared(remove)}
          onRemoved={removed(remove, "Passkey removed")}
        />
      ) : null}
      {renew.key > 0 ? (
        <NewCodesDialog
          key={`renew ${renew.key}`}
          {...shared(renew)}
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
