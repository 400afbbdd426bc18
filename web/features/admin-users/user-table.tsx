import type { ReactNode } from "react";
import { PagedTable } from "../../components/data-table/paged-table.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Select } from "../../components/field/select.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { accountStatusLabels, verdictLabels } from "../../format/status-labels.ts";
import { FilterBar, withChosenSet } from "../../filters/filter-bar.tsx";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { ColumnsButton } from "../../columns/columns-button.tsx";
import { traderColumnLabels } from "../../../src/business/traders/trader-columns.rule.ts";
import { ExportButton } from "../../export/export-button.tsx";
import { useSelection } from "../../bulk/selection.ts";
import { useMay } from "../../session/use-may.ts";
import { SelectButton } from "../../bulk/select-button.tsx";
import { UserBulk } from "./user-bulk.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import {
  defaultColumns,
  userFilters,
  userLists,
  userQuery,
  useUserPage,
  type UserTableChange,
  type UserTableState,
} from "./use-user-page.ts";
import styles from "./users.module.css";

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
  // Every role that may change accounts may also change tags.
  const maySelect = useMay("tags.write");
  return (
    <TableSurface
      views={views}
      tools={
        <>
          <SearchBox
            placeholder="Search by name, email, or login..."
            value={state.search}
            onSearch={(search) => onChange({ search })}
          />
          <Select
            layout="inline"
            isLabelHidden
            label="Account status"
            placeholder="All statuses"
            options={withChosenSet(accountStatusLabels, state.status)}
            value={state.status ?? ""}
            onChange={({ target }) => onChange({ status: target.value })}
          />
          <Select
            layout="inline"
            isLabelHidden
            label="Verdict"
            placeholder="All verdicts"
            options={verdictLabels}
            value={state.verdict ?? ""}
            onChange={({ target }) => onChange({ verdict: target.value || undefined })}
          />
          <FilterBar
            names={userFilters}
            dateWord="Registered"
            statuses={accountStatusLabels}
            present={{ ...state.filters, status: state.status }}
            onChange={onChange}
          >
            {maySelect ? <SelectButton selection={selection} /> : null}
            <ExportButton
              table="users"
              query={{
                ...userQuery(state),
                columns: state.columns?.join(","),
              }}
            />
            <ColumnsButton
              labels={traderColumnLabels}
              shown={state.columns ?? defaultColumns}
              defaults={defaultColumns}
              onChange={onChange}
            />
          </FilterBar>
          {state.sort === "roomToday" ? (
            <p className={styles.note}>
              Only accounts with a daily loss limit whose verdict is in progress
            </p>
          ) : null}
        </>
      }
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
