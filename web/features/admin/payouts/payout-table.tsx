import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PagedTable } from "../../../table/grid/paged-table.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import { useSelection } from "../../../table/bulk/selection.ts";
import { KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { canDecide } from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import { decisionDialogs } from "./decision-dialogs.ts";
import { decisionLabels, type OpenDecision } from "./decisions.tsx";
import {
  defaultColumns,
  exportedColumns,
  payoutFilters,
  payoutQuery,
  type PayoutTableChange,
  type PayoutTableState,
  type ScreenColumn,
  screenColumns,
  usePayoutPage,
} from "./payout-search.ts";
import type { Decision, PayoutStatus } from "../../../../src/business/money/payouts/payout.rule.ts";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { formatCount, sumsOf } from "../../../domain/format/figures.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Sums } from "../../../components/money/sums.tsx";
import { FigureLine, FilterFigure } from "../../../components/stat/stat.tsx";
import { useOverview } from "../../../app/api-client/overview.ts";
import type { ColumnChoice } from "../../../table/columns/column-search.ts";
import { TableButtons } from "../../../table/columns/table-buttons.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import { ExportButton } from "../../../table/export/export-button.tsx";
import { FilterBar } from "../../../table/filters/filter-bar.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { payoutStatusLabels } from "../../../domain/format/labels.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { BulkActions, type BulkTable } from "../../../table/bulk/bulk-actions.tsx";

const PayoutGrid = lazyComponent(() => import("./payout-grid.tsx").then((m) => m.PayoutGrid));

const columnsOfOneTrader = defaultColumns.filter((name) => name !== "userId");

const keys = { j: "next", k: "previous", Enter: "open", a: "approve", r: "reject" };

interface PayoutTableProps {
  views?: ReactNode;
  state: PayoutTableState;
  onChange: (change: PayoutTableChange) => void;
  /** Limits the table to the requests of one trader, which are few enough to do without a search. */
  userId?: number;
}

export function PayoutTable({ views, state, onChange, userId }: PayoutTableProps) {
  const query = usePayoutPage(state, staleTimes.adminPages, userId);
  const selection = useSelection<DeskRow>("payouts.decide", matchOf(state));
  const decide = useOpenDialog(decisionDialogs);
  const choice: ColumnChoice<ScreenColumn> | undefined =
    userId === undefined
      ? {
          list: "payouts",
          labels: screenColumns,
          shown: state.columns ?? defaultColumns,
          defaults: defaultColumns,
          isExported: true,
          onChange,
        }
      : undefined;
  useListKeys(query.data?.rows ?? [], decide);
  return (
    <TableSurface
      views={views}
      tools={<PayoutTools state={state} choice={choice} onChange={onChange} />}
    >
      <PagedTable noun="payout requests" query={query} state={state} onChange={onChange}>
        {(page) => (
          <>
            <PayoutBulk
              selection={selection}
              rows={page.rows}
              state={state}
              total={page.total}
              exceedsTotal={page.exceedsTotal}
            />
            <PayoutGrid
              {...page}
              selection={userId === undefined ? selection.forTable : undefined}
              state={state}
              onChange={onChange}
              onDecide={decide}
              list={choice?.list ?? "payouts-of-trader"}
              columns={choice?.shown ?? columnsOfOneTrader}
              choice={choice}
              empty={
                <EmptyState
                  icon="wallet"
                  title="No payout requests found"
                  text={userId === undefined ? undefined : "The trader's requests appear here."}
                />
              }
            />
          </>
        )}
      </PagedTable>
      <Box sx={{ px: "1.25rem", pb: "0.75rem" }}>
        <KeyHelp keys={keys} />
      </Box>
    </TableSurface>
  );
}

/**
 * Keys of the list: `j` and `k` move between the requests, `a` and `r` decide the one with the focus. Typing in a field
 * is not affected.
 */
function useListKeys(rows: readonly DeskRow[], onDecide: OpenDecision): void {
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

interface PayoutToolsProps {
  state: PayoutTableState;
  /** Missing for the requests of one trader, which are few enough to do with the status alone. */
  choice: ColumnChoice<ScreenColumn> | undefined;
  onChange: (change: PayoutTableChange) => void;
}

/** The search, the filters and the buttons above the table of payout requests. */
function PayoutTools({ state, choice, onChange }: PayoutToolsProps) {
  return (
    <>
      {choice ? (
        <SearchBox
          placeholder="Search by user or ID..."
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
      ) : null}
      <FilterSelect<string>
        label="Request status"
        all="All statuses"
        options={payoutStatusLabels}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      {choice ? (
        <FilterBar
          names={payoutFilters}
          dateWord="Requested"
          statuses={payoutStatusLabels}
          present={{ ...state.filters, status: state.status }}
          onChange={onChange}
        >
          <TableButtons choice={choice}>
            <ExportButton
              table="payouts"
              query={{ ...payoutQuery(state), columns: exportedColumns(state) }}
            />
          </TableButtons>
        </FilterBar>
      ) : null}
    </>
  );
}

const BulkDecisionDialog = lazyComponent(() =>
  import("./bulk-decision-dialog.tsx").then((m) => m.BulkDecisionDialog),
);

const actions = [
  { kind: "approved", label: "Approve", ability: "payouts.decide" },
  { kind: "rejected", label: "Reject", ability: "payouts.decide" },
] as const;

/** Shows the actions for the selected requests. */
function PayoutBulk(table: BulkTable<DeskRow, PayoutTableState>) {
  return (
    <BulkActions {...table} noun="requests" actions={actions}>
      {(frame, decision) => <BulkDecisionDialog {...frame} decision={decision} />}
    </BulkActions>
  );
}

const matchOf = ({ search, status, filters }: PayoutTableState) =>
  JSON.stringify([search, status, filters]);

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
