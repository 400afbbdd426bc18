import { tradeSorts } from "../../../src/business/trading/records/trades.rule.ts";
import { changeTable, readTableSearch, tableState } from "../../table/state/table-search.ts";
import type { RecordSearch } from "./record-search.ts";

type TradeSort = (typeof tradeSorts)[number];

/** The input of the server's query. */
export interface TradeTableState {
  symbol: string | undefined;
  page: number;
  pageSize: number;
  sort: TradeSort;
  order: "asc" | "desc";
}

export function tradeTableState(search: RecordSearch): TradeTableState {
  const table = readTableSearch({ ...search }, tradeSorts, []);
  const { page, pageSize, sort, order } = tableState<TradeSort, never>(table, "openTime");
  return { symbol: search.symbol, page, pageSize, sort, order };
}

/** Selecting another stage clears the symbol and returns to the first page. */
export function changeRecord(present: RecordSearch, change: RecordSearch): RecordSearch {
  const changed: RecordSearch = changeTable(present, change);
  return "stage" in change ? { ...changed, symbol: undefined } : changed;
}
