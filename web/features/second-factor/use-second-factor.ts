import type {
  AddedFactor,
  SecondFactor,
  WaitingFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import type { DialogProps } from "../../app/dialogs.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc, trpcClient } from "../../trpc.ts";

/** Whose second factor it is. */
export type Kind = "trader" | "administrator";

/** Returns the procedures for the user's own second factor, which are the same for traders and administrators. */
export function factorCalls(kind: Kind) {
  return kind === "trader" ? trpcClient.trader.secondFactor : trpcClient.admin.me.secondFactor;
}

export function useSecondFactor(kind: Kind) {
  const isTrader = kind === "trader";
  const options = { staleTime: 0 };
  const trader = trpc.trader.secondFactor.get.useQuery(undefined, {
    ...options,
    enabled: isTrader,
  });
  const administrator = trpc.admin.me.secondFactor.get.useQuery(undefined, {
    ...options,
    enabled: !isTrader,
  });
  return isTrader ? trader : administrator;
}

/** Fetches the factors for a dialog that needs what `applies` requires; `null` if it is missing. */
export function useStateIf(kind: Kind, applies: (state: SecondFactor) => boolean) {
  const { data, error } = useSecondFactor(kind);
  return { data: data && (applies(data) ? data : null), error };
}

export const isOnlyFactor = ({ passkeys, totpSince }: SecondFactor) =>
  passkeys.length + (totpSince ? 1 : 0) === 1;

/** What follows when the only factor is removed. */
export const aloneWords = {
  trader: "After that, the password alone signs you in, and the recovery codes stop working.",
  administrator:
    "After that, the access key alone signs you in, and the recovery codes stop working.",
};

/** The properties of the dialogs for one's own second factor. */
export interface FactorDialogProps extends DialogProps {
  kind: Kind;
  /** Shows recovery codes once. */
  onCodes: (codes: string[]) => void;
}

interface Change {
  /** The factors after the change, if the call returned them. */
  state?: SecondFactor;
  codes?: string[] | null;
  /** Whether the change ended the other sessions, as most do. */
  endsSessions?: boolean;
}

/** Returns a function that closes a dialog after its change, and shows what has changed. */
export function useFinish({ kind, onClose, onCodes }: FactorDialogProps) {
  const update = useFactorUpdate(kind);
  return (title: string | undefined, { state, codes, endsSessions = true }: Change) => {
    onClose();
    if (title)
      showSuccess(title, endsSessions ? "Your other sessions were signed out." : undefined);
    if (codes) onCodes(codes);
    void update(state);
  };
}

/** Returns a function like `useFinish` for a new factor, which may have to be confirmed by a mail. */
export function useFinishAdded(dialog: FactorDialogProps) {
  const finish = useFinish(dialog);
  return (title: string, added: AddedFactor | WaitingFactor) => {
    if ("secondFactor" in added)
      return finish(title, { state: added.secondFactor, codes: added.recoveryCodes });
    showSuccess("Check your mail", "It counts once you open the link in the mail, within an hour.");
    finish(undefined, { codes: added.recoveryCodes, endsSessions: false });
  };
}

/** Returns a function that shows the state returned by a call and refetches what depends on it. */
function useFactorUpdate(kind: Kind) {
  const utils = trpc.useUtils();
  const { refresh } = useAdminOutcome();
  return async (state?: SecondFactor) => {
    if (kind === "trader") {
      if (state) utils.trader.secondFactor.get.setData(undefined, state);
      await Promise.all([
        utils.trader.secondFactor.invalidate(),
        utils.trader.sessions.invalidate(),
      ]);
      return;
    }
    if (state) utils.admin.me.secondFactor.get.setData(undefined, state);
    await refresh();
  };
}
