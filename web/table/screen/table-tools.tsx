import Typography from "@mui/material/Typography";
import type { AnyTable } from "../../../src/business/office/tables/define-table.rule.ts";
import { isAboveTable, shownFilters } from "../../../src/business/office/tables/filters.rule.ts";
import { SearchBox } from "../../components/search/search-box.tsx";
import type { ColumnChoice } from "../columns/column-search.ts";
import { TableButtons } from "../columns/table-buttons.tsx";
import { ExportButton } from "../export/export-button.tsx";
import { FilterBar } from "../filters/filter-bar.tsx";
import type { FilterControls } from "../filters/filter-control.tsx";
import { FilterSelect } from "../filters/filter-select.tsx";
import {
  exportQueryOf,
  type ScreenState,
  type TableChange,
  usualColumns,
} from "./table-address.ts";

interface FilterProps {
  table: AnyTable;
  state: ScreenState;
  onChange: (change: TableChange) => void;
}

interface TableToolsProps extends FilterProps {
  choice: ColumnChoice;
  controls: FilterControls | undefined;
}

/** The search, the filters and the buttons above a table. */
export function TableTools({ choice, controls, ...props }: TableToolsProps) {
  const { table, state, onChange } = props;
  const note = table.limitingSorts?.[state.sort];
  const hasDialog = shownFilters(table.filters).some(([, filter]) => !isAboveTable(filter));
  const buttons = (
    <TableButtons choice={choice}>
      <ExportButton table={table.name} query={exportQueryOf(table, state)} />
    </TableButtons>
  );
  return (
    <>
      <SearchBox
        placeholder={table.search}
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <FiltersAbove {...props} />
      {hasDialog ? (
        <FilterBar
          filters={table.filters}
          values={state.filters}
          {...(controls && { controls })}
          onChange={(change) => onChange({ ...change })}
        >
          {buttons}
        </FilterBar>
      ) : (
        buttons
      )}
      {note === undefined ? null : (
        <Typography variant="body2" sx={{ alignSelf: "center", color: "text.secondary" }}>
          {note}
        </Typography>
      )}
    </>
  );
}

/** The filters that are shown above a table. */
export function FiltersAbove({ table, state, onChange }: FilterProps) {
  return shownFilters(table.filters).map(([name, filter]) =>
    isAboveTable(filter) ? (
      <FilterSelect<string>
        key={name}
        label={filter.label}
        all={filter.all}
        options={filter.kind === "choices" ? { ...filter.sets, ...filter.options } : filter.options}
        value={state.filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    ) : null,
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
