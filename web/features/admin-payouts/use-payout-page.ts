import { keepPreviousData } from "@tanstack/react-query";
import { payoutSorts, type PayoutSort } from "../../../src/business/payouts/payout-sorts.rule.ts";
import { paymentMethodCodes } from "../../../src/business/payouts/payment-method.rule.ts";
import { payoutStatuses } from "../../../src/business/payouts/payout-status.rule.ts";
import { prefetcher } from "../../api-client/prefetcher.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../state/table-search.ts";
import {
  filterQuery,
  type FilterSearch,
  readFilters,
  readSet,
} from "../../filters/filter-search.ts";
import { trpc } from "../../trpc.ts";

export interface PayoutSearch extends TableSearch<PayoutSort>, FilterSearch {}

/** The status may be several; `decided` stands for every status but pending. */
export interface PayoutTableState extends TableState<PayoutSort> {
  /** As in the address. */
  filters: FilterSearch;
}

export const payoutFilters = [
  "from",
  "to",
  "minAmount",
  "maxAmount",
  "paymentMethod",
  "tag",
] as const;

export function readPayoutSearch(raw: Record<string, unknown>): PayoutSearch {
  return {
    ...readTableSearch(raw, payoutSorts, payoutStatuses),
    ...readFilters(raw, payoutFilters),
    paymentMethod: readSet(paymentMethodCodes, raw.paymentMethod),
    status: readSet(payoutStatuses, raw.status),
  };
}

export function payoutTableState(search: PayoutSearch): PayoutTableState {
  return { ...tableState(search, "id"), filters: readFilters({ ...search }, payoutFilters) };
}

/** The table as the server is asked for it. */
export function payoutQuery({ filters, ...state }: PayoutTableState) {
  return { ...state, ...filterQuery(filters) };
}

/**
 * @param staleTime milliseconds for which a response is not fetched again
 * @param userId for the requests of one trader
 */
export function usePayoutPage(state: PayoutTableState, staleTime: number, userId?: number) {
  const query = { ...payoutQuery(state), ...(userId !== undefined && { userId }) };
  return trpc.admin.payouts.page.useQuery(query, { staleTime, placeholderData: keepPreviousData });
}

export function prefetchPayoutPage(state: PayoutTableState, staleTime: number) {
  void prefetcher.admin.payouts.page.prefetch(payoutQuery(state), { staleTime });
}
