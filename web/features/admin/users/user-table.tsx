import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { AccountStatus } from "../../../../src/business/traders/accounts/account.rule.ts";
import {
  type TraderColumn,
  traderColumnLabels,
} from "../../../../src/business/traders/trader-columns.rule.ts";
import type { JudgedTrader } from "../../../../src/business/traders/trader.schema.ts";
import { useOverview } from "../../../app/api-client/overview.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import { FigureLine, FilterFigure } from "../../../components/stat/stat.tsx";
import { AddUserButton } from "./add-user-button.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { accountStatusLabels, verdictLabels } from "../../../domain/format/labels.ts";
import { BulkActions, type BulkTable } from "../../../table/bulk/bulk-actions.tsx";
import { useSelection } from "../../../table/bulk/selection.ts";
import type { ColumnChoice } from "../../../table/columns/column-search.ts";
import { TableButtons } from "../../../table/columns/table-buttons.tsx";
import { ExportButton } from "../../../table/export/export-button.tsx";
import { FilterBar } from "../../../table/filters/filter-bar.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { PagedTable } from "../../../table/grid/paged-table.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import {
  defaultColumns,
  userFilters,
  userLists,
  userQuery,
  type UserTableChange,
  type UserTableState,
  useUserPage,
} from "./user-search.ts";

const BulkUserDialog = lazyComponent(() =>
  import("./bulk-user-dialog.tsx").then((m) => m.BulkUserDialog),
);
const UserGrid = lazyComponent(() => import("./user-grid.tsx").then((m) => m.UserGrid));

interface UserTableProps {
  views: ReactNode;
  state: UserTableState;
  onChange: (change: UserTableChange) => void;
}

/** The list of users at `/admin/users`. */
export function UserTable({ views, state, onChange }: UserTableProps) {
  const query = useUserPage(state, userLists.page);
  // Every role that may change accounts may also change tags.
  const selection = useSelection<JudgedTrader>("tags.write", matchOf(state));
  const choice: ColumnChoice<TraderColumn> = {
    list: "users",
    labels: traderColumnLabels,
    shown: state.columns ?? defaultColumns,
    defaults: defaultColumns,
    isExported: true,
    onChange,
  };
  return (
    <TableSurface
      views={views}
      tools={<UserTools state={state} choice={choice} onChange={onChange} />}
      action={<AddUserButton />}
    >
      <PagedTable noun="users" query={query} state={state} onChange={onChange}>
        {(page) => (
          <>
            <UserBulk
              selection={selection}
              rows={page.rows}
              state={state}
              total={page.total}
              exceedsTotal={page.exceedsTotal}
            />
            <UserGrid
              {...page}
              choice={choice}
              state={state}
              onChange={onChange}
              selection={selection.forTable}
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

interface UserToolsProps {
  state: UserTableState;
  choice: ColumnChoice<TraderColumn>;
  onChange: (change: UserTableChange) => void;
}

/** The search, the filters and the buttons above the table of users. */
function UserTools({ state, choice, onChange }: UserToolsProps) {
  return (
    <>
      <SearchBox
        placeholder="Search by name, email, or login..."
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <FilterSelect<string>
        label="Account status"
        all="All statuses"
        options={accountStatusLabels}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Verdict"
        all="All verdicts"
        options={verdictLabels}
        value={state.verdict}
        onChange={(verdict) => onChange({ verdict })}
      />
      <FilterBar
        names={userFilters}
        dateWord="Registered"
        statuses={accountStatusLabels}
        present={{ ...state.filters, status: state.status }}
        onChange={onChange}
      >
        <TableButtons choice={choice}>
          <ExportButton
            table="users"
            query={{ ...userQuery(state), columns: state.columns?.join(",") }}
          />
        </TableButtons>
      </FilterBar>
      {state.sort === "roomToday" ? (
        <Typography variant="body2" sx={{ alignSelf: "center", color: "text.secondary" }}>
          Only accounts with a daily loss limit whose verdict is in progress
        </Typography>
      ) : null}
    </>
  );
}

const actions = [
  { kind: "status", label: "Set Status", ability: "traders.write" },
  { kind: "payouts", label: "Payouts On or Off", ability: "traders.write" },
  { kind: "tag", label: "Tag", ability: "tags.write" },
] as const;

/** Shows the actions for the selected users. */
function UserBulk(table: BulkTable<JudgedTrader, UserTableState>) {
  return (
    <BulkActions {...table} noun="users" actions={actions}>
      {(frame, action) => <BulkUserDialog {...frame} action={action} />}
    </BulkActions>
  );
}

const matchOf = ({ search, status, verdict, filters, sort }: UserTableState) =>
  JSON.stringify([search, status, verdict, filters, sort === "roomToday"]);

const shown: AccountStatus[] = ["active", "pending", "under-review", "breached"];

interface UserCardsProps {
  /** The status that the list is filtered by. */
  status: string | undefined;
  onChange: (change: { status: string | undefined }) => void;
}

/** Shows the number of traders, in total and by status; each filters the list. */
export function UserCards({ status, onChange }: UserCardsProps) {
  const overview = useOverview();
  if (overview.isLoadingError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const users = overview.data?.users;
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton width="3ch" /> : formatCount(count);
  return (
    <section aria-label="User figures" aria-busy={overview.isPending}>
      <FigureLine>
        <FilterFigure
          label="Total Users"
          value={figure(users?.total)}
          isChosen={status === undefined}
          onChoose={() => onChange({ status: undefined })}
        />
        {shown.map((of) => (
          <FilterFigure
            key={of}
            label={accountStatusLabels[of]}
            value={figure(users?.byStatus[of])}
            isChosen={status === of}
            onChoose={() => onChange({ status: of })}
          />
        ))}
      </FigureLine>
    </section>
  );
}
