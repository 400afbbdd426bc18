import { payoutSorts } from "../../../src/business/payouts/payout-sorts.rule.ts";
import { changeTable, readTableSearch, type TableSearch } from "../../state/table-search.ts";
import { payoutTableState, type PayoutTableState } from "./use-payout-page.ts";

/**
 * The Payout Requests tab in the address: one search and the state of two tables. The parameters
 * of the second table start with `history`.
 */
export interface RequestSearch extends TableSearch {
  historyPage?: number;
  historyPageSize?: number;
  historySort?: string;
  historyOrder?: "asc" | "desc";
}

type Raw = Record<string, unknown>;

export function readHistorySearch(raw: Raw): RequestSearch {
  return writeHistory(readTableSearch(readHistory(raw), payoutSorts, []));
}

export function requestTables(
  search: RequestSearch,
): Record<"pending" | "history", PayoutTableState> {
  const pending = readTableSearch({ ...search }, payoutSorts, []);
  const history = readTableSearch(readHistory({ ...search }), payoutSorts, []);
  return {
    pending: { ...payoutTableState(pending), status: "pending" },
    history: { ...payoutTableState({ ...history, search: pending.search }), status: "decided" },
  };
}

export function changeHistory(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...search, ...writeHistory(changeTable(readHistory({ ...search }), change)) };
}

/** A new search starts on the first page of both tables. */
export function changeRequestSearch(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...changeTable(search, change), historyPage: undefined };
}

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
