import { createFileRoute } from "@tanstack/react-router";
import { traderTable } from "../../../src/business/traders/trader.table.ts";
import { prefetchOverview } from "../../app/api-client/overview.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import type { DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { UserDialogs, type userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { UserCards, UserTable } from "../../features/admin/users/user-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import { readState, type TableAddress } from "../../table/screen/table-address.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";

interface Search extends TableAddress<typeof traderTable>, DialogSearch<typeof userDialogs> {}

export const Route = createFileRoute("/admin/users")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) => {
    prefetchTable(traderTable, prefetcher.admin.users.page, location.search);
    prefetchOverview();
  },
  component: Users,
  staticData: { title: "Users" },
});

function Users() {
  const { filters } = readState(traderTable, { ...Route.useSearch() });
  return (
    <>
      <PageHeader
        title="User Management"
        aside={<UserCards status={filters.status} onChange={useTableChange()} />}
      />
      <UserTable />
      <UserDialogs />
    </>
  );
}
