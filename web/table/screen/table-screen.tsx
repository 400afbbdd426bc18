import { keepPreviousData } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import {
  type AnyTable,
  viewParameters,
} from "../../../src/business/office/tables/define-table.rule.ts";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import type { IconName } from "../../components/icon/icon-paths.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { BulkActions, type BulkFrame } from "../bulk/bulk-actions.tsx";
import { useSelection } from "../bulk/selection.ts";
import type { DataTableProps, TableRow } from "../grid/data-table.tsx";
import type { FilterControls } from "../filters/filter-control.tsx";
import { PagedTable, type PageQuery } from "../grid/paged-table.tsx";
import { TableSurface } from "../grid/table-surface.tsx";
import { useCleanUrl, useTableChange } from "../state/use-table-change.ts";
import { ViewsBar } from "../views/views-bar.tsx";
import { pageOptions } from "./prefetch-table.ts";
import {
  isFiltered,
  matchOf,
  queryOf,
  readAddress,
  readState,
  type ColumnOf,
  type ScreenState,
  type TableQuery,
  usualColumns,
} from "./table-address.ts";
import {
  gridColumns,
  narrowColumns,
  type RowMenu,
  type SummaryCell,
  type TableCells,
} from "./table-cells.tsx";
import { columnChoice, FiltersAbove, TableTools } from "./table-tools.tsx";

/** The grid, whose code is the largest part of the screen. A component that is loaded on demand has no type parameters. */
const DataTable = lazyComponent(() =>
  import("../grid/data-table.tsx").then((m) => m.DataTable<TableRow>),
) as unknown as <Row extends TableRow>(
  props: DataTableProps<Row> & { fallback: ReactNode },
) => ReactNode;

interface EmptyTexts {
  title: string;
  /** What to do or expect next. */
  text?: string;
}

/** Actions for the selected rows of a table. */
interface Bulk<Row, Query, Kind extends string> {
  /** Required to select rows. */
  ability: Ability;
  actions: readonly { kind: Kind; label: string; ability: Ability }[];
  dialog: (frame: BulkFrame<Row, Query>, kind: Kind) => ReactNode;
}

/** The rows of one subject, such as a trader. */
interface Subject<Table extends AnyTable> {
  /** As in "of-trader". */
  name: string;
  /** What the call needs to know in addition. */
  query: Readonly<Record<string, number>>;
  /** The usual columns in which all rows say the same. */
  omits: readonly ColumnOf<Table>[];
}

export interface TableScreenProps<
  Row extends TableRow,
  Table extends AnyTable<Row>,
  Kind extends string,
> {
  table: Table;
  /** The call that reads a page, such as `trpc.admin.appeals.page`. */
  page: {
    useQuery: (
      query: TableQuery<Table>,
      options: typeof pageOptions & { placeholderData: typeof keepPreviousData },
    ) => PageQuery<Row>;
  };
  /** Declared outside of the component, like the other cells. */
  cells: TableCells<Table, Row>;
  summary: SummaryCell<Row>;
  menu?: RowMenu<Row>;
  rowClassName?: (row: Row) => string;
  /** Shown if there are no rows. With a search or a filter, other texts say that it found none. */
  empty: EmptyTexts & { icon: IconName };
  /** Texts of its own for a search or a filter that finds none. */
  foundNone?: (state: ScreenState) => EmptyTexts;
  bulk?: Bulk<Row, TableQuery<Table>, Kind>;
  /** The main action, at the end of the tools. */
  action?: ReactNode;
  /** By filter: its control in the dialog of all filters, if the server knows its values. */
  controls?: FilterControls;
  /** Shown below the rows of the page. */
  footer?: (rows: readonly Row[]) => ReactNode;
  /**
   * Limits the table to the rows of one subject, which are few enough to do without search, views, exports, a choice of
   * columns and actions for several. The rest of the address belongs to the subject's page.
   */
  of?: Subject<Table>;
}

/**
 * An administrators' table with all that follows from its declaration: saved views, search, filters, chosen columns,
 * exports and pages, with their state in the address. The screen adds the cells that are not text.
 */
export function TableScreen<
  Row extends TableRow,
  Table extends AnyTable<Row>,
  Kind extends string = never,
>(props: TableScreenProps<Row, Table, Kind>) {
  const { table, page, cells, summary, menu, of } = props;
  const bulk = of ? undefined : props.bulk;
  const noun = table.noun ?? table.name;
  const raw: object = useSearch({ strict: false });
  const address = readAddress(table, { ...raw });
  useCleanUrl(raw, of ? raw : address);
  const onChange = useTableChange();
  const state = readState(table, { ...raw });
  const query = { ...queryOf(table, state), ...of?.query };
  // oxlint-disable-next-line react/hooks -- a call is the same in every rendering of its table
  const rows = page.useQuery(query, { ...pageOptions, placeholderData: keepPreviousData });
  const selection = useSelection<Row>(bulk?.ability, matchOf(table, query));
  const choice = columnChoice(table, state, onChange);
  const shown = (of ? usualColumnsExcept(table, of.omits) : choice.shown).join(",");
  const columns = useMemo(
    () => gridColumns(table, cells, shown.split(","), menu),
    [table, cells, shown, menu],
  );
  const narrow = useMemo(() => narrowColumns(summary, menu), [summary, menu]);
  return (
    <TableSurface
      usesSheet={!of}
      views={
        of || table.allRows === undefined ? undefined : (
          <ViewsBar
            list={table.name}
            kept={viewParameters(table)}
            all={table.allRows}
            search={address}
            read={(parameters) => readAddress(table, parameters)}
            onChange={onChange}
          />
        )
      }
      tools={
        of ? (
          <FiltersAbove table={table} state={state} onChange={onChange} />
        ) : (
          <TableTools
            table={table}
            state={state}
            choice={choice}
            controls={props.controls}
            onChange={onChange}
          />
        )
      }
      action={props.action}
    >
      <PagedTable noun={table.title.toLowerCase()} query={rows} state={state} onChange={onChange}>
        {(shownPage) => (
          <>
            {bulk ? (
              <BulkActions
                selection={selection}
                rows={shownPage.rows}
                state={query}
                total={shownPage.total}
                exceedsTotal={shownPage.exceedsTotal}
                noun={noun}
                actions={bulk.actions}
              >
                {bulk.dialog}
              </BulkActions>
            ) : null}
            <DataTable
              {...shownPage}
              list={of ? `${table.name}-${of.name}` : table.name}
              name={table.title}
              noun={noun}
              columns={columns}
              narrowColumns={narrow}
              choice={of ? undefined : choice}
              selection={selection.forTable}
              rowClassName={props.rowClassName}
              state={state}
              onChange={onChange}
              empty={<EmptyState icon={props.empty.icon} {...emptyTexts(table, state, props)} />}
            />
            {props.footer?.(shownPage.rows)}
          </>
        )}
      </PagedTable>
    </TableSurface>
  );
}

const usualColumnsExcept = (table: AnyTable, omitted: readonly string[]) =>
  usualColumns(table).filter((name) => !omitted.includes(name));

function emptyTexts(
  { title }: AnyTable,
  state: ScreenState,
  {
    empty: { icon: _icon, ...none },
    foundNone,
  }: Pick<TableScreenProps<never, AnyTable, never>, "empty" | "foundNone">,
): EmptyTexts {
  if (!isFiltered(state)) return none;
  return (
    foundNone?.(state) ?? {
      title: `No ${title.toLowerCase()} found`,
      text: "Try another search, or fewer filters.",
    }
  );
}
