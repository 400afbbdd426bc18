import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { staleTimes } from "../../app/api-client/query-client.ts";
import type { DeskRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { type Selection, useSelection } from "../../table/bulk/selection.ts";
import { KeyHelp, useShortcuts } from "../../domain/payouts/queue-keys.tsx";
import { canDecide } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Decision } from "../../../src/business/money/payouts/payout.rule.ts";
import type { OpenDecision } from "./decisions.tsx";
import { useDecision } from "./use-decision.tsx";
import {
  defaultColumns,
  exportedColumns,
  payoutFilters,
  payoutQuery,
  type PayoutTableChange,
  type PayoutTableState,
  screenColumns,
  usePayoutPage,
} from "./payout-search.ts";
import { SelectButton } from "../../table/bulk/select-button.tsx";
import { ColumnsButton } from "../../table/columns/columns-button.tsx";
import { Select } from "../../components/field/select.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import { FilterBar, withChosenSet } from "../../table/filters/filter-bar.tsx";
import { payoutStatusLabels } from "../../domain/format/status-labels.ts";
import { useMay } from "../../app/session/use-may.ts";
import { BulkActions, type BulkTable } from "../../table/bulk/bulk-actions.tsx";

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
  const selection = useSelection<DeskRow>();
  const decision = useDecision();
  useListKeys(query.data?.rows ?? [], decision.open);
  return (
    <TableSurface
      views={views}
      tools={
        <PayoutTools
          state={state}
          selection={selection}
          isOfOneTrader={userId !== undefined}
          onChange={onChange}
        />
      }
    >
      <PagedTable noun="payout requests" query={query} state={state} onChange={onChange}>
        {(page) => (
          <>
            <PayoutBulk
              selection={selection}
              state={state}
              total={page.total}
              exceedsTotal={page.exceedsTotal}
            />
            <PayoutGrid
              {...page}
              selection={selection.isOn ? selection : undefined}
              state={state}
              onChange={onChange}
              onDecide={decision.open}
              columns={
                userId === undefined ? (state.columns ?? defaultColumns) : columnsOfOneTrader
              }
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
      {decision.dialog}
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
    if (mayDecide && payout && canDecide(payout.status, decision)) onDecide({ payout, decision });
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
  selection: Selection<DeskRow>;
  /** The requests of one trader are few enough to do with the status alone. */
  isOfOneTrader: boolean;
  onChange: (change: PayoutTableChange) => void;
}

/** The search, the filters and the buttons above the table of payout requests. */
function PayoutTools({ state, selection, isOfOneTrader, onChange }: PayoutToolsProps) {
  const maySelect = useMay("payouts.decide");
  return (
    <>
      {isOfOneTrader ? null : (
        <SearchBox
          placeholder="Search by user or ID..."
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
      )}
      <Select
        layout="inline"
        isLabelHidden
        label="Request status"
        placeholder="All statuses"
        options={withChosenSet(payoutStatusLabels, state.status)}
        value={state.status ?? ""}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      {isOfOneTrader ? null : (
        <FilterBar
          names={payoutFilters}
          dateWord="Requested"
          statuses={payoutStatusLabels}
          present={{ ...state.filters, status: state.status }}
          onChange={onChange}
        >
          {maySelect ? <SelectButton selection={selection} /> : null}
          <ExportButton
            table="payouts"
            query={{ ...payoutQuery(state), columns: exportedColumns(state) }}
          />
          <ColumnsButton
            labels={screenColumns}
            shown={state.columns ?? defaultColumns}
            defaults={defaultColumns}
            onChange={onChange}
          />
        </FilterBar>
      )}
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
    <BulkActions {...table} noun="requests" matchOf={matchOf} actions={actions}>
      {(frame, decision) => <BulkDecisionDialog {...frame} decision={decision} />}
    </BulkActions>
  );
}

const matchOf = ({ search, status, filters }: PayoutTableState) =>
  JSON.stringify([search, status, filters]);
