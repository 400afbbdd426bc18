import { keepPreviousData } from "@tanstack/react-query";
import { payoutSorts, type PayoutSort } from "../../../src/business/payouts/payout-sorts.rule.ts";
import {
  payoutStatuses,
  type PayoutStatus,
} from "../../../src/business/payouts/payout-status.rule.ts";
import { prefetcher } from "../../api-client/prefetcher.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../state/table-search.ts";
import { trpc } from "../../trpc.ts";

export type PayoutSearch = TableSearch<PayoutSort, PayoutStatus>;
/** `decided` stands for every status but pending. */
export type PayoutTableState = TableState<PayoutSort, PayoutStatus | "decided">;

export function readPayoutSearch(raw: Record<string, unknown>): PayoutSearch {
  return readTableSearch(raw, payoutSorts, payoutStatuses);
}

export function payoutTableState(search: PayoutSearch): PayoutTableState {
  return tableState(search, "id");
}

/**
 * @param staleTime milliseconds for which a response is not fetched again
 * @param userId for the requests of one trader
 */
export function usePayoutPage(state: PayoutTableState, staleTime: number, userId?: number) {
  const query = userId === undefined ? state : { ...state, userId };
  return trpc.admin.payouts.page.useQuery(query, { staleTime, placeholderData: keepPreviousData });
}

export function prefetchPayoutPage(state: PayoutTableState, staleTime: number) {
  void prefetcher.admin.payouts.page.prefetch(state, { staleTime });
}
