import {
  payoutTable,
  type PayoutSort,
} from "../../../../src/business/money/payouts/payout.table.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import {
  changeTable,
  readTableSearch,
  type TableSearch,
  tableState,
  type TableState,
} from "../../../table/state/table-search.ts";

/** The requests of one of the two tables. `decided` means every status except pending. */
export interface RequestTable extends TableState<PayoutSort, RequestStatus> {}

type RequestStatus = "pending" | "decided";

export const requestOptions = { staleTime: staleTimes.adminTabs };

export function prefetchRequests(search: RequestSearch): void {
  for (const table of Object.values(requestTables(search))) {
    void prefetcher.admin.payouts.page.prefetch(table, requestOptions);
  }
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

/** Returns the state of both tables. Pending requests are a queue: those that wait longest come first. */
export function requestTables(search: RequestSearch): Record<"pending" | "history", RequestTable> {
  const pending = readTable({ ...search });
  const isQueue = pending.sort === undefined;
  return {
    pending: {
      ...tableState({ ...pending, status: "pending" }, "createdAt"),
      ...(isQueue && { order: pending.order ?? "asc" }),
    },
    history: {
      ...tableState({ ...readTable(readHistory({ ...search })), status: "decided" }, "id"),
      search: pending.search ?? "",
    },
  };
}

const readTable = (raw: Raw): TableSearch<PayoutSort, RequestStatus> =>
  readTableSearch(raw, payoutTable.sorts, []);

export function changeHistory(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...search, ...writeHistory(changeTable(readHistory({ ...search }), change)) };
}

/** Applies a new search, which starts on the first page of both tables. */
export function changeRequestSearch(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...changeTable(search, change), historyPage: undefined };
}
