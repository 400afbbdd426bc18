import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  actionKinds,
  actionLabels,
  type ActionKind,
  actionStatuses,
} from "../../../src/business/record/actions/action.rule.ts";
import type { ListedAction } from "../../../src/business/record/actions/action.schema.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { actionStatuses as statusWords } from "../../domain/actions/action-words.ts";
import { BulkActions } from "../../table/bulk/bulk-actions.tsx";
import { useSelection } from "../../table/bulk/selection.ts";
import { ExportButton } from "../../table/export/export-button.tsx";
import {
  type ColumnChoice,
  type ColumnSearch,
  readColumns,
  rowsOf,
  shownColumns,
} from "../../table/columns/column-search.ts";
import { TableButtons } from "../../table/columns/table-buttons.tsx";
import { readSet } from "../../table/filters/filter-search.ts";
import { FilterSelect } from "../../table/filters/filter-select.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../table/state/table-search.ts";
import { readView, type ViewSearch } from "../../table/views/view-search.ts";
import { trpc } from "../../trpc.ts";
import type { OpenAction } from "./action-steps.ts";

const ActionGrid = lazyComponent(() => import("./action-grid.tsx").then((m) => m.ActionGrid));
const BulkCancelDialog = lazyComponent(() =>
  import("./bulk-cancel-dialog.tsx").then((m) => m.BulkCancelDialog),
);

/** The columns of the table, with their headings. */
const actionColumns = {
  trader: "User",
  kind: "Action",
  reason: "Why",
  status: "Status",
  id: "Requested",
} as const;

type ActionColumn = keyof typeof actionColumns;

const columnNames = keysOf(actionColumns);

/** The status may be several, separated by commas. */
export interface ActionSearch extends TableSearch<"id">, ColumnSearch, ViewSearch {
  kind?: ActionKind | undefined;
}

/** A change of the table's state. */
interface ActionTableChange extends TableSearch, ColumnSearch, ViewSearch {
  kind?: ActionKind | undefined;
}

export interface ActionTableState extends TableState<"id"> {
  kind: ActionKind | undefined;
  columns: readonly ActionColumn[];
}

export function readActionSearch(raw: Record<string, unknown>): ActionSearch {
  return {
    ...readTableSearch(raw, ["id"], []),
    status: readSet(actionStatuses, raw.status),
    kind: actionKinds.find((kind) => kind === raw.kind),
    columns: readColumns(columnNames, raw.columns),
    view: readView(raw.view),
  };
}

export function actionTableState({ kind, columns, ...search }: ActionSearch): ActionTableState {
  return {
    ...tableState(search, "id"),
    kind,
    columns: shownColumns(columnNames, columns, columnNames),
  };
}

const options = { staleTime: staleTimes.adminPages };

export function prefetchActions(state: ActionTableState) {
  void prefetcher.admin.actions.page.prefetch(rowsOf(state), options);
}

/** The statuses, and the sets of them that are looked for most often. */
const statusOptions: Readonly<Record<string, string>> = {
  "proposed,pending,delivered": "All unfinished",
  ...Object.fromEntries(actionStatuses.map((status) => [status, statusWords[status].word])),
};

interface ActionListProps {
  views: ReactNode;
  state: ActionTableState;
  onChange: (change: ActionTableChange) => void;
  onOpen: OpenAction;
}

/** Lists the actions of all accounts, newest first. */
export function ActionList({ views, state, onChange, onOpen }: ActionListProps) {
  const query = trpc.admin.actions.page.useQuery(rowsOf(state), {
    ...options,
    placeholderData: keepPreviousData,
  });
  const selection = useSelection<ListedAction>("actions.request");
  const choice: ColumnChoice<ActionColumn> = {
    list: "actions",
    labels: actionColumns,
    shown: state.columns,
    defaults: columnNames,
    onChange,
  };
  return (
    <TableSurface views={views} tools={<Tools state={state} choice={choice} onChange={onChange} />}>
      <PagedTable noun="actions" query={query} state={state} onChange={onChange}>
        {(page) => (
          <>
            <BulkActions
              selection={selection}
              rows={page.rows}
              state={state}
              total={page.total}
              exceedsTotal={page.exceedsTotal}
              noun="actions"
              matchOf={({ search, status, kind }) => JSON.stringify([search, status, kind])}
              actions={[{ kind: "cancel", label: "Cancel Actions", ability: "actions.request" }]}
            >
              {(frame) => <BulkCancelDialog {...frame} />}
            </BulkActions>
            <ActionGrid
              {...page}
              choice={choice}
              selection={selection.forTable}
              state={state}
              onChange={onChange}
              onOpen={onOpen}
              empty={<EmptyState icon="check" {...emptyTexts(state)} />}
            />
          </>
        )}
      </PagedTable>
    </TableSurface>
  );
}

function emptyTexts({ search, status, kind }: ActionTableState) {
  if (search !== "" || status !== undefined || kind !== undefined) {
    return { title: "No actions found", text: "Try another search, or fewer filters." };
  }
  return {
    title: "No actions yet",
    text: "Request one on a user's page, or let events ask for them in the settings.",
  };
}

interface ToolsProps {
  state: ActionTableState;
  choice: ColumnChoice<ActionColumn>;
  onChange: (change: ActionTableChange) => void;
}

function Tools({ state, choice, onChange }: ToolsProps) {
  return (
    <>
      <SearchBox
        placeholder="Search by name, email, or login..."
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <FilterSelect
        label="Action status"
        all="All statuses"
        options={statusOptions}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Kind of action"
        all="All kinds"
        options={actionLabels}
        value={state.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <TableButtons choice={choice}>
        <ExportButton table="actions" query={rowsOf(state)} />
      </TableButtons>
    </>
  );
}
