import type { ReactNode } from "react";
import { PagedTable } from "../../components/data-table/paged-table.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Select } from "../../components/field/select.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { staleTimes } from "../../api-client/query-client.ts";
import { payoutStatusLabels } from "../../format/status-labels.ts";
import { FilterBar, withChosenSet } from "../../filters/filter-bar.tsx";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { payoutColumnLabels } from "../../../src/business/payouts/payout-columns.rule.ts";
import { ColumnsButton } from "../../columns/columns-button.tsx";
import { ExportButton } from "../../export/export-button.tsx";
import { useSelection } from "../../bulk/selection.ts";
import { useMay } from "../../session/use-may.ts";
import { SelectButton } from "../../bulk/select-button.tsx";
import { PayoutBulk } from "./payout-bulk.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import {
  payoutFilters,
  payoutQuery,
  type PayoutTableChange,
  defaultColumns,
  usePayoutPage,
  type PayoutTableState,
} from "./use-payout-page.ts";

const PayoutGrid = lazyComponent(() => import("./payout-grid.tsx").then((m) => m.PayoutGrid));

const columnsOfOneTrader = defaultColumns.filter((name) => name !== "userId");

interface PayoutTableProps {
  views?: ReactNode;
  state: PayoutTableState;
  onChange: (change: PayoutTableChange) => void;
  onDecide: OpenDecision;
  onView: ViewPayout;
  /** Limits the table to the requests of one trader, which are few enough to do without a search. */
  userId?: number;
}

export function PayoutTable({
  views,
  state,
  onChange,
  onDecide,
  onView,
  userId,
}: PayoutTableProps) {
  const query = usePayoutPage(state, staleTimes.adminPages, userId);
  const selection = useSelection<PayoutRow>();
  const maySelect = useMay("payouts.decide");
  return (
    <TableSurface
      views={views}
      tools={
        <>
          {userId === undefined ? (
            <SearchBox
              placeholder="Search by user or ID..."
              value={state.search}
              onSearch={(search) => onChange({ search })}
            />
          ) : null}
          <Select
            layout="inline"
            isLabelHidden
            label="Request status"
            placeholder="All statuses"
            options={withChosenSet(payoutStatusLabels, state.status)}
            value={state.status ?? ""}
            onChange={(event) => onChange({ status: event.target.value })}
          />
          {userId === undefined ? (
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
                query={{ ...payoutQuery(state), columns: state.columns?.join(",") }}
              />
              <ColumnsButton
                labels={payoutColumnLabels}
                shown={state.columns ?? defaultColumns}
                defaults={defaultColumns}
                onChange={onChange}
              />
            </FilterBar>
          ) : null}
        </>
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
              onDecide={onDecide}
              onView={onView}
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
    </TableSurface>
  );
}
