import type { SecondFactor } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
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

/** Returns a function that shows the state returned by a call and refetches what depends on it. */
export function useFactorUpdate(kind: Kind) {
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
