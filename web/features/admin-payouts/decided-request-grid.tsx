import { useMemo } from "react";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { contentColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import {
  amountColumn,
  dateColumn,
  requestIdColumn,
  statusColumn,
  summaryColumn,
  userColumn,
  type PayoutColumn,
} from "./payout-columns.tsx";
import type { ViewPayout } from "./payout-dialog.ts";

interface DecidedRequestGridProps extends Omit<
  DataTableProps<PayoutRow>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
> {
  onView: ViewPayout;
}

export function DecidedRequestGrid({ onView, ...table }: DecidedRequestGridProps) {
  const columns = useMemo(() => {
    const id = requestIdColumn(onView);
    return {
      wide: [id, userColumn, amountColumn, dateColumn, statusColumn, notesColumn],
      narrow: [summaryColumn({ showsNotes: true, onView })],
    };
  }, [onView]);
  return (
    <DataTable<PayoutRow>
      {...table}
      name="Payout History"
      noun="requests"
      lines={2}
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

const notesColumn: PayoutColumn = contentColumn(
  { field: "adminNotes", headerName: "Notes", flex: 1, minWidth: 160, sortable: false },
  ({ adminNotes }) => (adminNotes ? <TruncatedText text={adminNotes} /> : "No notes"),
);
