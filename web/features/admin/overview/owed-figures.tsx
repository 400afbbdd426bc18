import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { addDays, format } from "date-fns";
import { useState } from "react";
import type { Liability, Waits } from "../../../../src/business/watch/figures/figures.schema.ts";
import { formatDecimal } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Sums } from "../../../components/money/sums.tsx";
import { Stat, StatRow } from "../../../components/stat/stat.tsx";
import { owedCents } from "../../../domain/figures/owed.ts";
import { formatCountOf, type Sum } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";

/** Shows what traders are owed, and how soon their requests are decided, to those who see the firm's figures. */
export function OwedFigures() {
  const seesMoney = useMay("figures.money");
  return seesMoney ? <Owed /> : null;
}

function Owed() {
  // All open accounts are judged for the answer, so it is kept for longer than other figures.
  const { data, isLoadingError, refetch } = trpc.admin.figures.liability.useQuery(undefined, {
    staleTime: staleTimes.traderData,
  });
  const seesWaits = useMay("figures.read");
  if (isLoadingError)
    return <LoadFailure text="Failed to load what is owed." onRetry={() => void refetch()} />;
  const show = (amountOf: (row: LiabilityRow) => string) =>
    data ? <Sums sums={sumsOf(data.rows, amountOf)} /> : <Skeleton width="7ch" />;
  return (
    <section aria-label="Owed" aria-busy={data === undefined}>
      <StatRow
        footer={
          <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1, fontSize: "var(--text-sm)" }}>
            <Link to="/admin/figures">See which traders, and when</Link>
          </Box>
        }
      >
        <Stat label="Owed to traders" value={show((row) => formatDecimal(owedCents(row)))} />
        <Stat
          label="Of which approved, not paid"
          value={show(({ approvedUnpaid }) => approvedUnpaid.amount)}
        />
        <Stat
          label="Can be withdrawn now"
          value={show(({ withdrawable }) => withdrawable.now.amount)}
        />
        {seesWaits ? <DecidedWithinDay /> : null}
      </StatRow>
    </section>
  );
}

type LiabilityRow = Liability["rows"][number];

/** One amount a currency, as the liability has one row each. */
function sumsOf(rows: readonly LiabilityRow[], amountOf: (row: LiabilityRow) => string): Sum[] {
  const sums = rows.map((row) => ({ currency: row.currency, amount: amountOf(row) }));
  return sums.length > 0 ? sums : [{ currency: "USD", amount: "0.00" }];
}

const DAYS = 30;

function lastDays(now: Date) {
  const day = (days: number) => format(addDays(now, days), "yyyy-MM-dd");
  return { from: day(1 - DAYS), to: day(1) };
}

/** The share of first decisions on payout requests that were taken within 24 hours. */
function DecidedWithinDay() {
  const [period] = useState(() => lastDays(new Date()));
  const { data } = trpc.admin.figures.waiting.useQuery(
    { by: "period", ...period },
    { staleTime: staleTimes.traderData },
  );
  return (
    <Stat
      label="Requests decided within a day"
      value={data ? describe(data).share : <Skeleton width="5ch" />}
      note={data ? describe(data).count : undefined}
    />
  );
}

function describe({ rows }: Waits) {
  const decided = rows.find(({ queue }) => queue === "payout");
  const share = decided?.withinDayShare ?? null;
  return {
    share: share === null ? "–" : `${share}%`,
    count: `Of ${formatCountOf(decided?.decided ?? 0, "decision")} in the last ${DAYS} days`,
  };
}
