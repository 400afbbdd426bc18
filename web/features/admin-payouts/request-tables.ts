import { payoutSorts } from "../../../src/business/money/payouts/payout.rule.ts";
import { changeTable, readTableSearch, type TableSearch } from "../../table/state/table-search.ts";
import { readHistory, type RequestSearch, writeHistory } from "./request-search.ts";
import { payoutTableState, type PayoutTableState } from "./use-payout-page.ts";

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

/** Applies a new search, which starts on the first page of both tables. */
export function changeRequestSearch(search: RequestSearch, change: TableSearch): RequestSearch {
  return { ...changeTable(search, change), historyPage: undefined };
}
