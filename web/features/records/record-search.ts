import { tradeSorts } from "../../../src/business/records/trade-sorts.rule.ts";
import {
  changeTable,
  readTableSearch,
  readText,
  tableState,
  type TableSearch,
} from "../../state/table-search.ts";

type TradeSort = (typeof tradeSorts)[number];

/** A trading record in the address: the stage, and the state of the table of its trades. */
export interface RecordSearch extends TableSearch {
  /** The id of a stage; the current one by default. */
  stage?: number;
  symbol?: string;
}

/** What the server is asked for. */
export interface TradeTableState {
  symbol: string | undefined;
  page: number;
  pageSize: number;
  sort: TradeSort;
  order: "asc" | "desc";
}

export function readRecordSearch(raw: Record<string, unknown>): RecordSearch {
  const { search: _search, status: _status, ...table } = readTableSearch(raw, tradeSorts, []);
  const stage = Number(raw.stage);
  return {
    ...table,
    stage: Number.isInteger(stage) && stage > 0 ? stage : undefined,
    symbol: readText(raw.symbol)?.slice(0, 100),
  };
}

export function tradeTableState(search: RecordSearch): TradeTableState {
  const table = readTableSearch({ ...search }, tradeSorts, []);
  const { page, pageSize, sort, order } = tableState<TradeSort, never>(table, "openTime");
  return { symbol: search.symbol, page, pageSize, sort, order };
}

/** Another stage starts with all of its symbols, on the first page. */
export function changeRecord(present: RecordSearch, change: RecordSearch): RecordSearch {
  const changed: RecordSearch = changeTable(present, change);
  return "stage" in change ? { ...changed, symbol: undefined } : changed;
}
