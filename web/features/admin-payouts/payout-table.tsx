import type { ReactNode } from "react";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { staleTimes } from "../../app/api-client/query-client.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { useSelection } from "../../table/bulk/selection.ts";
import { PayoutBulk } from "./payout-bulk.tsx";
import { PayoutTools } from "./payout-tools.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import {
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
