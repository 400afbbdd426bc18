import type { ReactNode } from "react";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { useSelection } from "../../table/bulk/selection.ts";
import { UserBulk } from "./user-bulk.tsx";
import { UserTools } from "./user-tools.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import {
  defaultColumns,
  userLists,
  useUserPage,
  type UserTableChange,
  type UserTableState,
} from "./use-user-page.ts";

const UserGrid = lazyComponent(() => import("./user-grid.tsx").then((m) => m.UserGrid));

interface UserTableProps {
  views: ReactNode;
  state: UserTableState;
  onChange: (change: UserTableChange) => void;
  onOpen: OpenUserDialog;
}

export function UserTable({ views, state, onChange, onOpen }: UserTableProps) {
  const query = useUserPage(state, userLists.page);
  const selection = useSelection<JudgedTrader>();
  return (
    <TableSurface
      views={views}
      tools={<UserTools state={state} selection={selection} onChange={onChange} />}
    >
      <PagedTable noun="users" query={query} state={state} onChange={onChange}>
        {(page) => (
          <>
            <UserBulk
              selection={selection}
              state={state}
              total={page.total}
              exceedsTotal={page.exceedsTotal}
            />
            <UserGrid
              {...page}
              columns={state.columns ?? defaultColumns}
              state={state}
              onChange={onChange}
              onOpen={onOpen}
              selection={selection.isOn ? selection : undefined}
              empty={
                <EmptyState
                  icon="user"
                  title="No users found"
                  text="Try another search, or other filters."
                />
              }
            />
          </>
        )}
      </PagedTable>
    </TableSurface>
  );
}
