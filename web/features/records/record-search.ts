import { tradeSorts } from "../../../src/business/trading/records/trades.rule.ts";
import { readTableSearch, readText, type TableSearch } from "../../table/state/table-search.ts";

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
