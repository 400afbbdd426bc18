import Box from "@mui/material/Box";
import {
  type BucketSize,
  type MoneyCell,
  moneyCells,
} from "../../../../src/business/watch/figures/figure-names.rule.ts";
import type { MoneyFigures } from "../../../../src/business/watch/figures/figures.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { FigureChart } from "./figure-chart.tsx";
import { FigureLink } from "./figure-link.tsx";
import { sayShare, sayBucket } from "./figure-words.ts";

type Row = MoneyFigures["rows"][number];

const titles: Readonly<Record<MoneyCell, string>> = {
  orders: "Sales",
  refunded: "Refunded",
  chargedBack: "Charged back",
  requested: "Requested",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Cancelled",
  paid: "Paid",
  reversed: "Returned",
};

/** Shows what was sold, requested and paid, in a table for each currency. */
export function MoneyTables({ answer: { rows, by } }: { answer: MoneyFigures }) {
  const currencies = Map.groupBy(rows, ({ currency }) => currency ?? "USD");
  return (
    <Box sx={{ display: "grid", gap: "1.5rem", minWidth: 0, "& > *": { minWidth: 0 } }}>
      {Array.from(currencies, ([currency, ofCurrency]) => (
        <div key={currency}>
          <FigureChart
            title={currency}
            main="Sales"
            second="Paid"
            currency={currency}
            points={ofCurrency.map(({ bucket, orders, paid }) => ({
              day: bucket,
              main: orders.amount,
              second: paid.amount,
            }))}
          />
          <CurrencyTable currency={currency} rows={ofCurrency} by={by} />
        </div>
      ))}
    </Box>
  );
}

interface CurrencyTableProps {
  currency: string;
  rows: readonly Row[];
  by: BucketSize;
}

/** Leaves out what never happened, such as charge-backs. */
function CurrencyTable({ currency, rows, by }: CurrencyTableProps) {
  const occurring = moneyCells.filter((name) => rows.some((row) => row[name].count > 0));
  return (
    <FigureTable
      name={`Money in ${currency}`}
      rows={rows.toReversed()}
      rowKey={({ bucket }) => bucket}
      columns={[
        { title: "From", cell: ({ bucket }) => sayBucket(bucket, by) },
        ...occurring.map((name) => ({
          title: titles[name],
          cell: (row: Row) => (
            <FigureLink figure="money" by={by} cell={row.cells[name]}>
              {formatMoney(row[name].amount, currency)}
            </FigureLink>
          ),
        })),
        { title: "Paid of sales", cell: ({ payoutRatio }) => sayShare(payoutRatio) },
      ]}
    />
  );
}
