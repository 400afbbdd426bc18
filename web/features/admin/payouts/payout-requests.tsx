import Box from "@mui/material/Box";
import { keepPreviousData } from "@tanstack/react-query";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PagedTable } from "../../../table/grid/paged-table.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import type { TableSearch } from "../../../table/state/table-search.ts";
import { trpc } from "../../../trpc.ts";
import { decisionDialogs } from "./decision-dialogs.ts";
import { type RequestTable, requestOptions } from "./request-tables.ts";

const PendingRequestGrid = lazyComponent(() =>
  import("./request-grids.tsx").then((m) => m.PendingRequestGrid),
);
const DecidedRequestGrid = lazyComponent(() =>
  import("./request-grids.tsx").then((m) => m.DecidedRequestGrid),
);

const useRequests = (table: RequestTable) =>
  trpc.admin.payouts.page.useQuery(table, { ...requestOptions, placeholderData: keepPreviousData });

interface TableControls {
  state: RequestTable;
  onChange: (change: TableSearch) => void;
}

interface PayoutRequestsProps {
  pending: TableControls;
  history: TableControls;
  onSearch: (search: string) => void;
}

/** The second tab of `/admin`: one search over the pending and the decided requests. */
export function PayoutRequests({ pending, history, onSearch }: PayoutRequestsProps) {
  const { search } = pending.state;
  const pendingPage = useRequests(pending.state);
  const historyPage = useRequests(history.state);
  const decide = useOpenDialog(decisionDialogs);
  const empty = (title: string) => (
    <EmptyState
      icon={search ? "search" : "wallet"}
      title={search ? "No requests match your search" : title}
    />
  );
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr)",
        gap: "1.25rem",
        // The table below one that is loading would jump, because the rows and their skeleton differ in height.
        "& > section:has([aria-busy='true']) + section": { visibility: "hidden" },
      }}
    >
      <SearchBox placeholder="Search by user or ID..." value={search} onSearch={onSearch} />
      <TableSurface title="Pending Requests">
        <PagedTable noun="pending requests" query={pendingPage} {...pending}>
          {(page) => (
            <PendingRequestGrid
              {...page}
              {...pending}
              onDecide={decide}
              empty={empty("No pending requests")}
            />
          )}
        </PagedTable>
      </TableSurface>
      <TableSurface title="Payout History">
        <PagedTable noun="the payout history" query={historyPage} {...history}>
          {(page) => (
            <DecidedRequestGrid {...page} {...history} empty={empty("No decided requests")} />
          )}
        </PagedTable>
      </TableSurface>
    </Box>
  );
}
