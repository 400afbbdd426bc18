import { keepPreviousData } from "@tanstack/react-query";
import {
  payoutColumnLabels,
  type PayoutSort,
  payoutSorts,
  payoutStatuses,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import {
  changeTable,
  readTableSearch,
  type TableSearch,
  tableState,
  type TableState,
} from "../../../table/state/table-search.ts";
import {
  filterQuery,
  type FilterSearch,
  readFilters,
  readSet,
} from "../../../table/filters/filter-search.ts";
import {
  type ColumnSearch,
  readColumns,
  shownColumns,
} from "../../../table/columns/column-search.ts";
import { readView, type ViewSearch } from "../../../table/views/view-search.ts";
import { trpc } from "../../../trpc.ts";
import { keysOf } from "../../../../src/platform/fields/keys-of.rule.ts";

export interface PayoutSearch
  extends TableSearch<PayoutSort>, FilterSearch, ColumnSearch, ViewSearch {}

/** A change of the table's state. */
export interface PayoutTableChange extends TableSearch, FilterSearch, ColumnSearch, ViewSearch {}

/** Columns of the screen alone: they depend on the present, so that exports do not have them. */
const presentColumns = { withdrawable: "Withdrawable", age: "Age" } as const;

export const screenColumns = { ...payoutColumnLabels, ...presentColumns };
export type ScreenColumn = keyof typeof screenColumns;
export const screenColumnNames = keysOf(screenColumns);

/** The default columns. */
export const defaultColumns: readonly ScreenColumn[] = [
  "id",
  "userId",
  "amount",
  "withdrawable",
  "paymentMethod",
  "createdAt",
  "age",
  "status",
];

/** The state of the table. The status may be a list; `decided` means every status except pending. */
export interface PayoutTableState extends TableState<PayoutSort> {
  /** As stored in the URL. */
  filters: FilterSearch;
  /** The chosen columns in display order; the default ones if absent. */
  columns?: readonly ScreenColumn[] | undefined;
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
    columns: readColumns(screenColumnNames, raw.columns),
    view: readView(raw.view),
  };
}

/** Pending requests are a queue: those that wait longest come first, unless another order is chosen. */
export function payoutTableState(search: PayoutSearch): PayoutTableState {
  const isQueue = search.status === "pending" && search.sort === undefined;
  return {
    ...tableState(search, "id"),
    ...(isQueue && { sort: "createdAt", order: search.order ?? "asc" }),
    filters: readFilters({ ...search }, payoutFilters),
    columns:
      search.columns === undefined
        ? undefined
        : shownColumns(screenColumnNames, search.columns, defaultColumns),
  };
}

/** Converts the table's state to the input of the server's query. */
export function payoutQuery({ filters, columns: _columns, ...state }: PayoutTableState) {
  return { ...state, ...filterQuery(filters) };
}

/** The columns that an export has; its default ones if none are chosen. */
export function exportedColumns({ columns }: PayoutTableState): string | undefined {
  const exported = columns?.filter((name) => !(name in presentColumns));
  return exported?.length ? exported.join(",") : undefined;
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

/**
 * The Payout Requests tab as stored in the URL: one search and the state of two tables. The parameters of the second
 * table start with `history`.
 */
export interface RequestSearch extends TableSearch {
  historyPage?: number;
  historyPageSize?: number;
  historySort?: string;
  historyOrder?: "asc" | "desc";
}

type Raw = Record<string, unknown>;

function readHistory(raw: Raw): TableSearch & Raw {
  const { historyPage, historyPageSize, historySort, historyOrder } = raw as RequestSearch;
  return {
    page: historyPage,
    pageSize: historyPageSize,
    sort: historySort,
    order: historyOrder,
  };
}

function writeHistory({ page, pageSize, sort, order }: TableSearch): RequestSearch {
  return {
    historyPage: page,
    historyPageSize: pageSize,
    historySort: sort,
    historyOrder: order,
  };
}

export function requestTables(
  search: RequestSearch,
): Record<"pending" | "history", PayoutTableState> {
  const pending = readTableSearch({ ...search }, payoutSorts, []);
  const history = readTableSearch(readHistory({ ...search }), payoutSorts, []);
  return {
    pending: payoutTableState({ ...pending, status: "pending" }),
    history: { ...payoutTableState({ ...history, search: pending.search }), status: "decided" },
  };
}

export function changeHistory(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...search, ...writeHistory(changeTable(readHistory({ ...search }), change)) };
}

/** Applies a new search, which starts on the first page of both tables. */
export function changeRequestSearch(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...changeTable(search, change), historyPage: undefined };
}
