import { useTableChange } from "../../table/state/use-table-change.ts";
import type { RecordSearch } from "./record-search.ts";
import { changeRecord } from "./trade-table-state.ts";

/** Changes the state of a trading record through the URL. */
export function useRecordChange(): (change: RecordSearch) => void {
  return useTableChange(changeRecord);
}
