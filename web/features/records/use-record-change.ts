import { useTableChange } from "../../state/use-table-change.ts";
import type { RecordSearch } from "./record-search.ts";
import { changeRecord } from "./trade-table-state.ts";

/** Changes what is shown of a trading record by way of the address. */
export function useRecordChange(): (change: RecordSearch) => void {
  return useTableChange(changeRecord);
}
