import Box from "@mui/material/Box";
import { canDecide } from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Decision, PayoutStatus } from "../../../../src/business/money/payouts/payout.rule.ts";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import { payoutTable } from "../../../../src/business/money/payouts/payout.table.ts";
import { useOverview } from "../../../app/api-client/overview.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { Sums } from "../../../components/money/sums.tsx";
import { FigureLine, FilterFigure } from "../../../components/stat/stat.tsx";
import { formatCount, sumsOf } from "../../../domain/format/figures.ts";
import { KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { TagSelect } from "../../../domain/tags/tag-select.tsx";
import type { RowMenu } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";
import { decisionDialogs } from "./decision-dialogs.ts";
import { decisionLabels, PayoutActions } from "./decisions.tsx";
import { payoutCells, payoutSummary } from "./payout-cells.tsx";

const BulkDecisionDialog = lazyComponent(() =>
  import("./bulk-decision-dialog.tsx").then((m) => m.BulkDecisionDialog),
);

interface PayoutTableProps {
  /** Limits the table to the requests of one trader. */
  userId?: number;
}

/** The list of payout requests at `/admin/payouts`, and that of a trader on the user's page. */
export function PayoutTable({ userId }: PayoutTableProps) {
  return (
    <TableScreen
      table={payoutTable}
      page={trpc.admin.payouts.page}
      cells={payoutCells}
      summary={payoutSummary}
      menu={menu}
      controls={{ tag: TagSelect }}
      empty={{
        icon: "wallet",
        title: "No payout requests found",
        ...(userId !== undefined && { text: "The trader's requests appear here." }),
      }}
      bulk={{
        ability: "payouts.decide",
        actions,
        dialog: (frame, decision) => <BulkDecisionDialog {...frame} decision={decision} />,
      }}
      footer={(rows) => <ListKeys rows={rows} />}
      {...(userId !== undefined && {
        of: { name: "of-trader", query: { userId }, omits: ["userId"] },
      })}
    />
  );
}

const menu: RowMenu<DeskRow> = { width: 84, cell: (payout) => <RowActions payout={payout} /> };

function RowActions({ payout }: { payout: DeskRow }) {
  return <PayoutActions payout={payout} onDecide={useOpenDialog(decisionDialogs)} />;
}

const actions = [
  { kind: "approved", label: "Approve", ability: "payouts.decide" },
  { kind: "rejected", label: "Reject", ability: "payouts.decide" },
] as const;

const keys = { j: "next", k: "previous", Enter: "open", a: "approve", r: "reject" };

/** Says what the keys of the list do. */
function ListKeys({ rows }: { rows: readonly DeskRow[] }) {
  useListKeys(rows);
  return (
    <Box sx={{ px: "1.25rem", pb: "0.75rem" }}>
      <KeyHelp keys={keys} />
    </Box>
  );
}

/**
 * Keys of the list: `j` and `k` move between the requests, `a` and `r` decide the one with the focus. Typing in a field
 * is not affected.
 */
function useListKeys(rows: readonly DeskRow[]): void {
  const onDecide = useOpenDialog(decisionDialogs);
  const mayDecide = useMay("payouts.decide");
  const decide = (decision: Decision) => {
    const id = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
    const payout = rows.find((row) => String(row.id) === id);
    if (mayDecide && payout && canDecide(payout.status, decision)) {
      onDecide(decisionLabels[decision].dialog, payout.id);
    }
  };
  useShortcuts({
    a: () => decide("approved"),
    r: () => decide("rejected"),
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
  });
}

/** Moves the focus to the link of the next or the previous row, or to that of the first one if no row has it. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-id] a[href^='/admin/payouts/']")];
  const row = document.activeElement?.closest("[data-id]");
  const at = links.findIndex((link) => row?.contains(link));
  links[at === -1 ? 0 : at + step]?.focus();
}

interface PayoutCardsProps {
  /** The status that the list is filtered by. */
  status: string | undefined;
  onChange: (change: { status: PayoutStatus | undefined }) => void;
}

/** Shows how many requests there are, and their total amounts; each filters the list. */
export function PayoutCards({ status, onChange }: PayoutCardsProps) {
  const overview = useOverview();
  if (overview.isLoadingError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const payouts = overview.data?.payouts;
  const count = (value: number | undefined) =>
    value === undefined ? <Skeleton width="3ch" /> : formatCount(value);
  const amount = (of: PayoutStatus) =>
    payouts === undefined ? <Skeleton width="6ch" /> : <Sums sums={sumsOf(payouts.byStatus[of])} />;
  const filterBy = (of: PayoutStatus | undefined) => ({
    isChosen: status === of,
    onChoose: () => onChange({ status: of }),
  });
  return (
    <section aria-label="Payout figures" aria-busy={overview.isPending}>
      <FigureLine>
        <FilterFigure
          label="Total Requests"
          value={count(payouts?.total)}
          {...filterBy(undefined)}
        />
        <FilterFigure
          label="Pending"
          value={count(payouts?.byStatus.pending.count)}
          {...filterBy("pending")}
        />
        <FilterFigure
          label="Approved Amount"
          value={amount("approved")}
          {...filterBy("approved")}
        />
        <FilterFigure label="Pending Amount" value={amount("pending")} {...filterBy("pending")} />
      </FigureLine>
    </section>
  );
}
