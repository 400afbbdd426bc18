import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import type { TableSearch } from "../../table/state/table-search.ts";
import { LazyAddUserDialog } from "./lazy-add-user-dialog.ts";
import { LazyUserDialogs } from "./lazy-user-dialogs.tsx";
import { useUserDialogs } from "./use-user-dialogs.ts";
import { userLists, useUserPage, type UserTableState } from "./use-user-page.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

const ManagedUserGrid = lazyComponent(() =>
  import("./managed-user-grid.tsx").then((m) => m.ManagedUserGrid),
);

interface UserManagementProps {
  state: UserTableState;
  onChange: (change: TableSearch) => void;
}

/** The first tab of `/admin`. */
export function UserManagement({ state, onChange }: UserManagementProps) {
  const query = useUserPage(state, userLists.tab);
  const dialogs = useUserDialogs();
  const add = useDialog<null>();

  return (
    <>
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
              onClick={() => add.open(null)}
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
              onOpen={dialogs.open}
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
      <LazyUserDialogs dialogs={dialogs} />
      <Opened dialog={add}>{(frame) => <LazyAddUserDialog {...frame} />}</Opened>
    </>
  );
}
