import type { z } from "zod";
import type { DeclaredExport } from "../../../calls/call.ts";
import type { Context } from "../../../platform/context.ts";
import type { Batches } from "../../../platform/exports/csv.ts";
import type { Page } from "../../../platform/lists/list-declaration.ts";
import { pageOf } from "../../../platform/lists/list.schema.ts";
import { defineExport, type ExportName } from "../exports/export-list.ts";
import {
  exportedColumns,
  type Sorts,
  type TableColumns,
  type TableDeclaration,
} from "./define-table.rule.ts";
import type { TableFilters } from "./filters.rule.ts";
import { tableExportInput, tablePageInput } from "./table-inputs.schema.ts";

type PageInput<Of extends Sorts, Filters extends TableFilters> = z.output<
  ReturnType<typeof tablePageInput<Of, Filters>>
>;

type ExportInput<Of extends Sorts, Filters extends TableFilters> = z.output<
  ReturnType<typeof tableExportInput<Of, Filters>>
>;

/** What the server adds to the declaration of a table. */
interface Served<Row, Of extends Sorts, Filters extends TableFilters> {
  row: z.ZodType<Row>;
  /** What reads the rows: a list of the list engine, or functions like its own. */
  list: {
    readPage: (context: Context, query: PageInput<Of, Filters>) => Promise<Page<Row>>;
    readBatches: (context: Context, query: ExportInput<Of, Filters>) => Batches<Row>;
  };
  /** The documentation of the export. */
  exports: Pick<DeclaredExport, "tag" | "summary" | "example"> & {
    /** What the search matches. */
    searches?: string;
  };
}

/** Adds to the declaration of a table what reads its rows. `tablePage` and its exports serve them. */
export function serveTable<
  Name extends ExportName,
  Row extends { id: number },
  Of extends Sorts,
  Filters extends TableFilters,
  Columns extends TableColumns<Row>,
>(
  table: TableDeclaration<Name, Row, Of, Filters, Columns>,
  { row, list, exports: { searches, ...documented } }: Served<Row, Of, Filters>,
) {
  const columns = exportedColumns<Row>(table);
  const input = tableExportInput(table, columns, searches);
  return {
    table,
    list,
    pageInput: tablePageInput(table),
    page: pageOf(row),
    exports: {
      ...documented,
      name: table.name,
      input,
      exportRows: defineExport({
        noun: table.name,
        columns,
        // The route has parsed it with `input`.
        readBatches: (context, query) =>
          list.readBatches(context, query as ExportInput<Of, Filters>),
      }),
    },
  };
}
