import { dialog, dialogAbout, Dialogs } from "../../app/dialogs.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { Kind } from "./use-second-factor.ts";

const loadApp = () => import("./app-dialogs.tsx");
const loadPasskeys = () => import("./passkey-dialogs.tsx");
const loadCodes = () => import("./recovery-codes-dialogs.tsx");

/** The dialogs for one's own second factor. `rename-passkey` has the address `?dialog=rename-passkey&passkey=3`. */
export const factorDialogs = {
  "set-up-app": dialog(() => loadApp().then((m) => m.SetUpAppDialog)),
  "turn-off-app": dialog(() => loadApp().then((m) => m.TurnOffAppDialog)),
  "add-passkey": dialog(() => loadPasskeys().then((m) => m.AddPasskeyDialog)),
  "rename-passkey": dialogAbout("passkey", () => loadPasskeys().then((m) => m.RenamePasskeyDialog)),
  "remove-passkey": dialogAbout("passkey", () => loadPasskeys().then((m) => m.RemovePasskeyDialog)),
  "new-codes": dialog(() => loadCodes().then((m) => m.NewCodesDialog)),
};

const RecoveryCodesDialog = lazyComponent(() => loadCodes().then((m) => m.RecoveryCodesDialog));

/** Renders the dialogs for one's own second factor. Recovery codes, which are shown once, have no address. */
export function FactorDialogs({ kind }: { kind: Kind }) {
  const codes = useDialog<string[]>();
  return (
    <>
      <Dialogs of={factorDialogs} with={{ kind, onCodes: codes.open }} />
      <Opened dialog={codes}>
        {(frame, made) => <RecoveryCodesDialog {...frame} codes={made} />}
      </Opened>
    </>
  );
}
