import { tradeSorts } from "../../../src/business/record/derivation/trades.rule.ts";
import {
  changeTable,
  readTableSearch,
  readText,
  type TableSearch,
  tableState,
} from "../../table/state/table-search.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";

/** Whose trading record is shown: the signed-in trader's own, or that of a trader opened by an administrator. */
export type RecordOwner = "own" | { userId: number };

/** Returns the URL of the trades as CSV. */
export function tradesCsvUrl(
  source: RecordOwner,
  { stage, symbol }: { stage: number; symbol: string | undefined },
): string {
  const path =
    source === "own" ? "/api/user/trades.csv" : `/api/admin/user/${source.userId}/trades.csv`;
  const query = new URLSearchParams({ stage: String(stage), ...(symbol ? { symbol } : {}) });
  return `${path}?${query.toString()}`;
}

/** The state of a trading record as stored in the URL: the stage, and the state of the table of its trades. */
export interface RecordSearch extends TableSearch {
  /** The id of a stage; the current one by default. */
  stage?: number;
  symbol?: string;
}

export function readRecordSearch(raw: Record<string, unknown>): RecordSearch {
  const stage = Number(raw.stage);
  return {
    ...readTableSearch(raw, tradeSorts, []),
    search: undefined,
    stage: Number.isInteger(stage) && stage > 0 ? stage : undefined,
    symbol: readText(raw.symbol)?.slice(0, 100),
  };
}

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

/** Changes the state of a trading record through the URL. */
export function useRecordChange(): (change: RecordSearch) => void {
  return useTableChange(changeRecord);
}
