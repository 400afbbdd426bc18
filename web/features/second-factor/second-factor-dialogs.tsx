import type {
  AddedFactor,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
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

  const added = (close: () => void, title: string) => (answer: AddedFactor) => {
    close();
    showSuccess(title, "Your other sessions were signed out.");
    if (answer.recoveryCodes) codes.open(answer.recoveryCodes);
    void changed(answer.secondFactor);
  };
  const removed = (close: () => void, title: string) => (present: SecondFactor) => {
    close();
    showSuccess(title, "Your other sessions were signed out.");
    void changed(present);
  };

  return (
    <>
      <Opened dialog={setUp}>
        {(frame) => (
          <SetUpAppDialog
            {...frame}
            kind={kind}
            hasCodes={hasCodes}
            onAdded={added(setUp.close, "Authenticator app turned on")}
          />
        )}
      </Opened>
      <Opened dialog={turnOff}>
        {(frame) => (
          <TurnOffAppDialog
            {...frame}
            kind={kind}
            hasCodes={hasCodes}
            isLast={isLast}
            onRemoved={removed(turnOff.close, "Authenticator app turned off")}
          />
        )}
      </Opened>
      <Opened dialog={add}>
        {(frame) => (
          <AddPasskeyDialog
            {...frame}
            kind={kind}
            hasCodes={hasCodes}
            onAdded={added(add.close, "Passkey added")}
          />
        )}
      </Opened>
      <Opened dialog={rename}>
        {(frame, passkey) => (
          <RenamePasskeyDialog
            {...frame}
            kind={kind}
            passkey={passkey}
            onRenamed={(present) => {
              rename.close();
              showSuccess("Passkey renamed");
              void changed(present);
            }}
          />
        )}
      </Opened>
      <Opened dialog={remove}>
        {(frame, passkey) => (
          <RemovePasskeyDialog
            {...frame}
            kind={kind}
            passkey={passkey}
            hasCodes={hasCodes}
            isLast={isLast}
            onRemoved={removed(remove.close, "Passkey removed")}
          />
        )}
      </Opened>
      <Opened dialog={renew}>
        {(frame) => (
          <NewCodesDialog
            {...frame}
            kind={kind}
            onMade={(made) => {
              renew.close();
              codes.open(made);
              void changed();
            }}
          />
        )}
      </Opened>
      <Opened dialog={codes}>
        {(frame, made) => <RecoveryCodesDialog {...frame} codes={made} />}
      </Opened>
    </>
  );
}
