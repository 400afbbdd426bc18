import { keepPreviousData } from "@tanstack/react-query";
import {
  type PayoutColumnName,
  payoutColumnNames,
  type PayoutSort,
  payoutSorts,
  payoutStatuses,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../table/state/table-search.ts";
import {
  filterQuery,
  type FilterSearch,
  readFilters,
  readSet,
} from "../../table/filters/filter-search.ts";
import { type ColumnSearch, readColumns, shownColumns } from "../../table/columns/column-search.ts";
import { readView, type ViewSearch } from "../../table/views/view-search.ts";
import { trpc } from "../../trpc.ts";

export interface PayoutSearch
  extends TableSearch<PayoutSort>, FilterSearch, ColumnSearch, ViewSearch {}

/** A change of the table's state. */
export interface PayoutTableChange extends TableSearch, FilterSearch, ColumnSearch, ViewSearch {}

/** The default columns. */
export const defaultColumns = [
  "id",
  "userId",
  "amount",
  "paymentMethod",
  "createdAt",
  "status",
] as const satisfies PayoutColumnName[];

/** The state of the table. The status may be a list; `decided` means every status except pending. */
export interface PayoutTableState extends TableState<PayoutSort> {
  /** As stored in the URL. */
  filters: FilterSearch;
  /** The chosen columns in display order; the default ones if absent. */
  columns?: readonly PayoutColumnName[] | undefined;
}

export const payoutFilters = [
  "from",
  "to",
  "minAmount",
  "maxAmount",
  "paymentMethod",
  "payment",
  "tag",
] as const;

export function readPayoutSearch(raw: Record<string, unknown>): PayoutSearch {
  return {
    ...readTableSearch(raw, payoutSorts, payoutStatuses),
    ...readFilters(raw, payoutFilters),
    status: readSet(payoutStatuses, raw.status),
    columns: readColumns(payoutColumnNames, raw.columns),
    view: readView(raw.view),
  };
}

export function payoutTableState(search: PayoutSearch): PayoutTableState {
  return {
    ...tableState(search, "id"),
    filters: readFilters({ ...search }, payoutFilters),
    columns:
      search.columns === undefined
        ? undefined
        : shownColumns(payoutColumnNames, search.columns, defaultColumns),
  };
}

/** Converts the table's state to the input of the server's query. */
export function payoutQuery({ filters, columns: _columns, ...state }: PayoutTableState) {
  return { ...state, ...filterQuery(filters) };
}

/**
 * @param staleTime milliseconds during which the data is not fetched again
 * @param userId limits the list to the requests of one trader
 */
export function usePayoutPage(state: PayoutTableState, staleTime: number, userId?: number) {
  const query = { ...payoutQuery(state), ...(userId !== undefined && { userId }) };
  return trpc.admin.payouts.page.useQuery(query, { staleTime, placeholderData: keepPreviousData });
}

export function prefetchPayoutPage(state: PayoutTableState, staleTime: number) {
  void prefetcher.admin.payouts.page.prefetch(payoutQuery(state), { staleTime });
}
