import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Select } from "../../components/field/select.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import type { TableSearch } from "../../table/state/table-search.ts";
import {
  statementFilters,
  useStatementPage,
  type StatementTableState,
} from "./use-statement-page.ts";

const StatementGrid = lazyComponent(() =>
  import("./statement-grid.tsx").then((m) => m.StatementGrid),
);

interface StatementTableProps {
  state: StatementTableState;
  onChange: (change: TableSearch) => void;
}

/** Lists the statements of all traders, newest first. */
export function StatementTable({ state, onChange }: StatementTableProps) {
  const query = useStatementPage(state);
  return (
    <TableSurface
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
            label="Statement status"
            placeholder="All statements"
            options={statementFilters}
            value={state.status ?? ""}
            onChange={({ target }) => onChange({ status: target.value })}
          />
          {/*
           * On small screens, a button that is a direct child of the tools would share a line with the search box and
           * narrow it.
           */}
          <div>
            <ExportButton table="statements" query={{ ...state }} />
          </div>
        </>
      }
    >
      <PagedTable noun="statements" query={query} state={state} onChange={onChange}>
        {(page) => (
          <StatementGrid
            {...page}
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
  return { title: "No statements yet", text: "Import one on a trader's page." };
}
