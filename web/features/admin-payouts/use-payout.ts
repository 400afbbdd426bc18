import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import { joinQueries } from "../../app/api-client/join-queries.ts";
import type { FlagState } from "../../domain/payouts/use-payout-flags.ts";
import { trpc } from "../../trpc.ts";

/**
 * Fetches a request with its timeline and its payment details, again each time a dialog opens. While it is open, the
 * details are not fetched again, because every view is recorded in the audit log and they never change.
 */
export function usePayout(id: number, isOpen: boolean) {
  const options = { enabled: isOpen, refetchOnMount: "always" } as const;
  const desk = trpc.admin.payouts.desk.useQuery({ id }, options);
  const view = trpc.admin.payouts.get.useQuery({ id }, options);
  return {
    ...joinQueries(desk, view),
    data: desk.data &&
      view.data && { ...payoutOf(desk.data), paymentDetails: view.data.paymentDetails },
  };
}

/** The current flags, which are unread if the request or its flags could not be loaded. */
export function currentFlags({ data, isError }: ReturnType<typeof usePayout>): FlagState {
  if (data) return data.flags ?? "unread";
  return isError ? "unread" : "checking";
}

export const hasNoFlags = (state: FlagState) => typeof state !== "string" && state.length === 0;

function payoutOf({ payout, flags, timeline }: PayoutDesk) {
  return { ...payout, flags, timeline };
}
