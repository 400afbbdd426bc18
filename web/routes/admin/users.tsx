import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { LazyUserDialogs } from "../../features/admin-users/lazy-user-dialogs.tsx";
import { useUserDialogs } from "../../features/admin-users/use-user-dialogs.ts";
import {
  prefetchUserPage,
  readUserSearch,
  userLists,
  userTableState,
  type UserSearch,
} from "../../features/admin-users/use-user-page.ts";
import { UserCards } from "../../features/admin-users/user-cards.tsx";
import { UserTable } from "../../features/admin-users/user-table.tsx";
import { prefetchOverview } from "../../app/api-client/use-overview.ts";
import { useCleanUrl } from "../../table/state/use-clean-url.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

export const Route = createFileRoute("/admin/users")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): UserSearch => raw,
  loader: ({ location }) => {
    prefetchUserPage(userTableState(readUserSearch({ ...location.search })), userLists.page);
    prefetchViews("users");
    prefetchOverview();
  },
  component: Users,
  staticData: { title: "Users" },
});

function Users() {
  const raw = Route.useSearch();
  const search = readUserSearch({ ...raw });
  useCleanUrl(raw, search);
  const state = userTableState(search);
  const change = useTableChange();
  const dialogs = useUserDialogs();
  return (
    <>
      <PageHeader
        title="User Management"
        aside={<UserCards status={state.status} onChange={change} />}
      />
      <UserTable
        views={
          <ViewsBar
            list="users"
            all="All users"
            search={search}
            read={readUserSearch}
            onChange={change}
          />
        }
        state={state}
        onChange={change}
        onOpen={dialogs.open}
      />
      <LazyUserDialogs dialogs={dialogs} />
    </>
  );
}
