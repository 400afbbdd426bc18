import type { TableSearch } from "../../table/state/table-search.ts";

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

export function readHistory(raw: Raw): TableSearch & Raw {
  const { historyPage, historyPageSize, historySort, historyOrder } = raw as RequestSearch;
  return {
    page: historyPage,
    pageSize: historyPageSize,
    sort: historySort,
    order: historyOrder,
  };
}

export function writeHistory({ page, pageSize, sort, order }: TableSearch): RequestSearch {
  return {
    historyPage: page,
    historyPageSize: pageSize,
    historySort: sort,
    historyOrder: order,
  };
}
