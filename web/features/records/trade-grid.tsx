import { useMemo } from "react";
import type { Trade } from "../../../src/business/trading/records/record.schema.ts";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { summaryColumn, wideColumns, type ViewTrade } from "./trade-columns.tsx";

interface TradeGridProps extends Omit<
  DataTableProps<Trade>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
> {
  currency: string;
  onView: ViewTrade;
}

export function TradeGrid({ currency, onView, ...table }: TradeGridProps) {
  const columns = useMemo(
    () => ({ wide: wideColumns(currency, onView), narrow: [summaryColumn(currency, onView)] }),
    [currency, onView],
  );
  return (
    <DataTable<Trade>
      {...table}
      name="Trades"
      noun="trades"
      lines={2}
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}
