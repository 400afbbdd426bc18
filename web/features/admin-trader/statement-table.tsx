import {
  type ColumnChoice,
  type ColumnSearch,
  readColumns,
  rowsOf,
  shownColumns,
} from "../../table/columns/column-search.ts";
import { TableButtons } from "../../table/columns/table-buttons.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import { FilterSelect } from "../../table/filters/filter-select.tsx";
import {
  readTableSearch,
  type TableSearch,
  tableState,
  type TableState,
} from "../../table/state/table-search.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ListedStatementStatus } from "../../../src/business/record/statements/statement.schema.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

const StatementGrid = lazyComponent(() =>
  import("./statement-grid.tsx").then((m) => m.StatementGrid),
);

interface StatementTableProps {
  state: StatementTableState;
  onChange: (change: TableSearch & ColumnSearch) => void;
}

/** Lists the statements of all traders, newest first. */
export function StatementTable({ state, onChange }: StatementTableProps) {
  const query = useStatementPage(state);
  const choice: ColumnChoice<StatementColumn> = {
    list: "statements",
    labels: statementColumns,
    shown: state.columns,
    defaults: columnNames,
    onChange,
  };
  return (
    <TableSurface
      usesSheet
      tools={
        <>
          <SearchBox
            placeholder="Search by name, email, or login..."
            value={state.search}
            onSearch={(search) => onChange({ search })}
          />
          <FilterSelect
            label="Statement status"
            all="All statements"
            options={statementFilters}
            value={state.status}
            onChange={(status) => onChange({ status })}
          />
          <TableButtons choice={choice}>
            <ExportButton table="statements" query={rowsOf(state)} />
          </TableButtons>
        </>
      }
    >
      <PagedTable noun="statements" query={query} state={state} onChange={onChange}>
        {(page) => (
          <StatementGrid
            {...page}
            choice={choice}
            state={state}
            onChange={onChange}
            empty={<EmptyState icon="document" {...emptyTexts(state)} />}
          />
        )}
      </PagedTable>
    </TableSurface>
  );
}

function emptyTexts({ search, status }: StatementTableState) {
  if (search !== "") return { title: "No statements found", text: "Try another search." };
  if (status === "waiting") {
    return {
      title: "Nothing to confirm",
      text: "A statement that contradicts its account or stage appears here.",
    };
  }
  if (status === "conflicts") {
    return {
      title: "No conflicts",
      text: "A statement that contradicts records from another source appears here.",
    };
  }
  return { title: "No statements yet", text: "Import one on a user's page." };
}

/** The columns of the table, with their headings. */
const statementColumns = {
  trader: "User",
  id: "ID",
  fileName: "File",
  from: "Period",
  counts: "Contents",
  status: "Status",
  createdAt: "Imported",
} as const;

type StatementColumn = keyof typeof statementColumns;

const columnNames = keysOf(statementColumns);

export interface StatementSearch extends TableSearch<"id", ListedStatementStatus>, ColumnSearch {}

export interface StatementTableState extends TableState<"id", ListedStatementStatus> {
  columns: readonly StatementColumn[];
}

export const statementFilters: Readonly<Record<ListedStatementStatus, string>> = {
  waiting: "Waiting for confirmation",
  conflicts: "With conflicts",
};

const statuses = keysOf(statementFilters);

export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  return {
    ...readTableSearch(raw, ["id"], statuses),
    columns: readColumns(columnNames, raw.columns),
  };
}

export function statementTableState(search: StatementSearch): StatementTableState {
  return {
    ...tableState(search, "id"),
    columns: shownColumns(columnNames, search.columns, columnNames),
  };
}

const options = { staleTime: staleTimes.adminPages };

/** Fetches a page of the statements of all traders. */
export function useStatementPage(state: StatementTableState) {
  return trpc.admin.statements.page.useQuery(rowsOf(state), {
    ...options,
    placeholderData: keepPreviousData,
  });
}

export function prefetchStatementPage(state: StatementTableState) {
  void prefetcher.admin.statements.page.prefetch(rowsOf(state), options);
}
