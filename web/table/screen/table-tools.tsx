import type { AnyTable } from "../../../src/business/office/tables/define-table.rule.ts";
import { shownFilters } from "../../../src/business/office/tables/filters.rule.ts";
import { SearchBox } from "../../components/search/search-box.tsx";
import type { ColumnChoice } from "../columns/column-search.ts";
import { TableButtons } from "../columns/table-buttons.tsx";
import { ExportButton } from "../export/export-button.tsx";
import { FilterSelect } from "../filters/filter-select.tsx";
import {
  exportQueryOf,
  type ScreenState,
  type TableChange,
  usualColumns,
} from "./table-address.ts";

interface TableToolsProps {
  table: AnyTable;
  state: ScreenState;
  choice: ColumnChoice;
  onChange: (change: TableChange) => void;
}

/** The search, the filters and the buttons above a table. */
export function TableTools({ table, state, choice, onChange }: TableToolsProps) {
  return (
    <>
      <SearchBox
        placeholder={table.search}
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      {shownFilters(table.filters).map(([name, filter]) => (
        <FilterSelect<string>
          key={name}
          label={filter.label}
          all={filter.all}
          options={
            filter.kind === "choices" ? { ...filter.sets, ...filter.options } : filter.options
          }
          value={state.filters[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TableButtons choice={choice}>
        <ExportButton table={table.name} query={exportQueryOf(table, state)} />
      </TableButtons>
    </>
  );
}

/** Returns the columns that can be chosen, and those that are. */
export function columnChoice(
  table: AnyTable,
  { columns }: ScreenState,
  onChange: (change: TableChange) => void,
): ColumnChoice {
  const headings = Object.entries(table.columns).map(([name, column]) => [
    name,
    typeof column === "string" ? column : column.label,
  ]);
  return {
    list: table.name,
    labels: Object.fromEntries(headings) as Record<string, string>,
    shown: columns ?? usualColumns(table),
    defaults: usualColumns(table),
    ...(table.exported ? {} : { isExported: true }),
    onChange: (change) => onChange({ ...change }),
  };
}
