import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { withdrawableTimes } from "../../../../src/business/watch/figures/figure-names.rule.ts";
import type {
  Liability,
  LiabilityDay,
} from "../../../../src/business/watch/figures/figures.schema.ts";
import { formatDecimal, formatMoney } from "../../../../src/platform/money/money.ts";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { owedCents } from "../../../domain/figures/owed.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { formatCount, formatCountOf } from "../../../domain/format/figures.ts";
import { FigureChart } from "./figure-chart.tsx";
import { FigureLink } from "./figure-link.tsx";
import { sayShare } from "./figure-words.ts";

type Row = Liability["rows"][number];

const times: Readonly<Record<(typeof withdrawableTimes)[number], string>> = {
  now: "Now",
  within7: "Within 7 days",
  within14: "Within 14 days",
  within30: "Within 30 days",
  within90: "Within 90 days",
  later: "Later",
  blocked: "Blocked",
};

interface LiabilityTablesProps {
  answer: Liability;
  days: readonly LiabilityDay[];
}

/** Shows what is owed in each currency, and how that changed from day to day. */
export function LiabilityTables({ answer: { computedAt, rows }, days }: LiabilityTablesProps) {
  return (
    <Box sx={{ display: "grid", gap: "1.5rem", minWidth: 0, "& > *": { minWidth: 0 } }}>
      {rows.map((row) => (
        <div key={row.currency}>
          <Owed row={row} />
          <FigureChart
            title={`${row.currency} as each day ended`}
            main="Owed"
            second="Of which approved, not paid"
            currency={row.currency}
            points={days
              .filter(({ currency }) => currency === row.currency)
              .map((day) => ({
                day: day.day,
                main: formatDecimal(owedCents(day)),
                second: day.approvedUnpaid.amount,
              }))}
          />
          <OwedTable row={row} />
          <Largest row={row} />
        </div>
      ))}
      <Typography variant="body2" color="textSecondary">
        {`As of ${formatMoment(computedAt)}.`}
      </Typography>
    </Box>
  );
}

function Owed({ row }: { row: Row }) {
  const { currency, accounts, undetermined, cells } = row;
  return (
    <Typography sx={{ mb: 1.5 }}>
      <strong>{formatMoney(formatDecimal(owedCents(row)), currency)}</strong>
      {" on "}
      <FigureLink figure="liability" cell={cells.accounts}>
        {formatCountOf(accounts, "account")}
      </FigureLink>
      {undetermined > 0 ? (
        <>
          {", without "}
          <FigureLink figure="liability" cell={cells.undetermined}>
            {formatCount(undetermined)}
          </FigureLink>
          {" whose share is not known"}
        </>
      ) : null}
    </Typography>
  );
}

function OwedTable({ row }: { row: Row }) {
  const { currency, withdrawable, approvedUnpaid, pending, cells } = row;
  const lines = [
    { name: "Approved, not paid", sum: approvedUnpaid, cell: cells.approvedUnpaid },
    ...withdrawableTimes.map((time) => ({
      name: `Withdrawable: ${times[time].toLowerCase()}`,
      sum: withdrawable[time],
      cell: cells.withdrawable[time],
    })),
    { name: "Of the withdrawable, requested", sum: pending, cell: cells.pending },
  ];
  return (
    <FigureTable
      name={`Owed in ${currency}`}
      rows={lines}
      rowKey={({ name }) => name}
      columns={[
        { title: "Owed", cell: ({ name }) => name },
        { title: "Number", cell: ({ sum }) => formatCount(sum.count) },
        {
          title: "Amount",
          cell: ({ sum, cell }) => (
            <FigureLink figure="liability" cell={cell}>
              {formatMoney(sum.amount, currency)}
            </FigureLink>
          ),
        },
      ]}
    />
  );
}

function Largest({ row: { currency, largest, topTenShare } }: { row: Row }) {
  if (largest.length === 0) return null;
  return (
    <Box component="section" aria-label={`The largest in ${currency}`} sx={{ mt: 2 }}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 0.5 }}>
        {`The largest: ${sayShare(topTenShare)} of what can be withdrawn`}
      </Typography>
      <FigureTable
        name={`The largest in ${currency}`}
        rows={largest}
        rowKey={({ stageId }) => String(stageId)}
        columns={[
          {
            title: "Stage",
            cell: ({ userId, stageId }) => (
              <Link to="/admin/users/$id" params={{ id: String(userId) }}>
                {`Stage #${stageId}`}
              </Link>
            ),
          },
          { title: "Withdrawable", cell: ({ amount }) => formatMoney(amount, currency) },
        ]}
      />
    </Box>
  );
}
