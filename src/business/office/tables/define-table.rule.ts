import type { Ability } from "../../../identity/roles/roles.rule.ts";
import type { Scope } from "../../../identity/tokens/scopes.rule.ts";
import type { CellReader } from "../../../platform/exports/cell.rule.ts";
import { shownFilters, type TableFilters } from "./filters.rule.ts";

/** The heading of a column, and how its cells are read. */
export type TextColumn<Row> = CellReader<Row> & { label: string };

/** The columns of a table by name. Of a column whose cells only the screen knows, it is the heading. */
export type TableColumns<Row> = Readonly<Record<string, string | TextColumn<Row>>>;

export type Sorts = readonly ["id", ...string[]];

interface Order<Sort> {
  sort: Sort;
  order: "asc" | "desc";
}

/** What the address of a table says about its order. */
interface GivenOrder<Sort, Filter extends string> {
  sort?: Sort | undefined;
  filters: Readonly<Partial<Record<Filter, string>>>;
}

/** An administrators' table of all rows of a kind. */
export interface TableDeclaration<
  Name extends string,
  Row extends { id: number },
  Of extends Sorts,
  Filters extends TableFilters,
  Columns extends TableColumns<Row>,
> {
  /** The plural of its rows, such as `appeals`: its name in addresses, calls, saved views and the audit log. */
  name: Name;
  /** The plural in sentences, as in "Showing 1 to 25 of 130 payout requests"; `name` if absent. */
  noun?: string;
  /** What the table lists, for screen readers. */
  title: string;
  /** The ability that a role needs to see the table and its views. */
  ability: Ability;
  scope: Scope;
  /** The placeholder of the search box. */
  search: string;
  /** What it can be sorted by: a column of the same name has a sort button. */
  sorts: Of;
  /** Returns the order if the address has none, or only a sort; newest first by id if absent. */
  orderOf?(given: GivenOrder<Of[number], keyof Filters & string>): Order<Of[number]>;
  /** By sort that leaves rows out, because only some have what it sorts by: what it says above the table. */
  limitingSorts?: Readonly<Partial<Record<Of[number], string>>>;
  filters: Filters;
  /** The columns that can be chosen, in their order. */
  columns: Columns;
  /** The columns that are shown unless others are chosen; all if absent. */
  usualColumns?: readonly (keyof Columns & string)[];
  /**
   * The columns of exports, in the order in which all are exported. If absent, an export has the columns that are shown
   * and can be read.
   */
  exported?: Readonly<Record<string, TextColumn<Row>>>;
  /** The name of the table without a saved view, such as "All appeals"; absent if views of it cannot be saved. */
  allRows?: string;
}

/** Any table, for code that works with all of them. */
export interface AnyTable<Row extends { id: number } = never> extends TableDeclaration<
  string,
  Row,
  Sorts,
  TableFilters,
  TableColumns<Row>
> {}

/**
 * Declares an administrators' table once for the server and the browser, which therefore imports only rules:
 *
 * - `serveTable` adds what reads its rows, and the calls and exports follow;
 * - `TableScreen` shows it with its search, filters, columns, views and address, and the cells that are not text.
 *
 * The type of its rows is given first: `defineTable<ListedAppeal>()({ name: "appeals", … })`.
 */
export function defineTable<Row extends { id: number }>() {
  return <
    const Name extends string,
    const Of extends Sorts,
    const Filters extends TableFilters,
    const Columns extends TableColumns<Row>,
  >(
    table: TableDeclaration<Name, Row, Of, Filters, Columns>,
  ) => table;
}

/** Returns the columns of exports. */
export function exportedColumns<Row extends { id: number }>({
  exported,
  columns,
}: Pick<AnyTable<Row>, "exported" | "columns">): Readonly<Record<string, TextColumn<Row>>> {
  if (exported) return exported;
  const readable = Object.entries(columns).flatMap(([name, column]) =>
    typeof column === "string" ? [] : [[name, column] as const],
  );
  return Object.fromEntries(readable);
}

/** Returns the parameters of the address that a saved view stores. The page and its size are not among them. */
export function viewParameters({
  filters,
  sorts,
}: Pick<AnyTable, "filters" | "sorts">): readonly string[] {
  return [
    "search",
    ...shownFilters(filters).map(([name]) => name),
    ...(sorts.length > 1 ? ["sort"] : []),
    "order",
    "columns",
  ];
}
