import { createFileRoute } from "@tanstack/react-router";
import type { DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  prefetchUserPage,
  readUserSearch,
  userLists,
  userTableState,
  type UserSearch,
} from "../../features/admin/users/user-search.ts";
import { UserDialogs, type userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { UserCards, UserTable } from "../../features/admin/users/user-table.tsx";
import { prefetchOverview } from "../../app/api-client/overview.ts";
import { useCleanUrl, useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { viewLists } from "../../../src/business/watch/views/tables.rule.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

export const Route = createFileRoute("/admin/users")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): UserSearch & DialogSearch<typeof userDialogs> =>
    raw,
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
            kept={viewLists.users.parameters}
            all="All users"
            search={search}
            read={readUserSearch}
            onChange={change}
          />
        }
        state={state}
        onChange={change}
      />
      <UserDialogs />
    </>
  );
}
