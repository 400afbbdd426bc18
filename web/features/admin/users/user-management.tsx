import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../trpc.ts";
import type { ScreenState } from "../../../table/screen/table-address.ts";
import { PagedTable } from "../../../table/grid/paged-table.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import type { TableSearch } from "../../../table/state/table-search.ts";
import { AddUserButton } from "./add-user-button.tsx";
import { managedOptions, managedQuery } from "./managed-users.ts";

const ManagedUserGrid = lazyComponent(() =>
  import("./managed-user-grid.tsx").then((m) => m.ManagedUserGrid),
);

interface UserManagementProps {
  state: ScreenState;
  onChange: (change: TableSearch) => void;
}

/** The first tab of `/admin`. */
export function UserManagement({ state, onChange }: UserManagementProps) {
  const query = trpc.admin.users.page.useQuery(managedQuery(state), {
    ...managedOptions,
    placeholderData: keepPreviousData,
  });
  return (
    <TableSurface
      tools={
        <>
          <SearchBox
            placeholder="Search users..."
            value={state.search}
            onSearch={(search) => onChange({ search })}
          />
          <AddUserButton />
        </>
      }
    >
      <PagedTable noun="users" query={query} state={state} onChange={onChange}>
        {(page) => (
          <ManagedUserGrid
            {...page}
            state={state}
            onChange={onChange}
            empty={
              state.search ? (
                <EmptyState icon="search" title="No users match your search" />
              ) : (
                <EmptyState icon="user" title="No users found" />
              )
            }
          />
        )}
      </PagedTable>
    </TableSurface>
  );
}
