import { useTableChange } from "../../state/use-table-change.ts";
import { changeRecord, type RecordSearch } from "./record-search.ts";

/** Changes what is shown of a trading record by way of the address. */
export function useRecordChange(): (change: RecordSearch) => void {
  return useTableChange(changeRecord);
}
