import type { Passkey } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

/** Manages the state of all dialogs for the user's own second factor. */
export function useFactorDialogs() {
  return {
    setUp: useDialog<null>(),
    turnOff: useDialog<null>(),
    add: useDialog<null>(),
    rename: useDialog<Passkey>(),
    remove: useDialog<Passkey>(),
    renew: useDialog<null>(),
    /** New recovery codes, to be shown once. */
    codes: useDialog<string[]>(),
  };
}

export type FactorDialogsState = ReturnType<typeof useFactorDialogs>;
