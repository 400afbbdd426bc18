import { useOpenDialog } from "../../app/dialogs.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import type { TableSearch } from "../../table/state/table-search.ts";
import { addUserDialogs } from "./user-dialogs.tsx";
import { userLists, useUserPage, type UserTableState } from "./user-search.ts";
import { PermittedButton } from "../../app/session/permitted.tsx";

const ManagedUserGrid = lazyComponent(() =>
  import("./user-grid.tsx").then((m) => m.ManagedUserGrid),
);

interface UserManagementProps {
  state: UserTableState;
  onChange: (change: TableSearch) => void;
}

/** The first tab of `/admin`. */
export function UserManagement({ state, onChange }: UserManagementProps) {
  const query = useUserPage(state, userLists.tab);
  const open = useOpenDialog(addUserDialogs);

  return (
    <TableSurface
      tools={
        <>
          <SearchBox
            placeholder="Search users..."
            value={state.search}
            onSearch={(search) => onChange({ search })}
          />
          <PermittedButton
            ability="traders.write"
            look="primary"
            size="small"
            onClick={() => open("add-user")}
          >
            <Icon name="plus" size={16} />
            Add User
          </PermittedButton>
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
