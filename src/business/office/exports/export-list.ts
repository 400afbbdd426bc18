import type { Readable } from "node:stream";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { type AuditAction, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { CellReader } from "../../../platform/exports/cell.rule.ts";
import { type Batches, csvOf, type ExportColumn } from "../../../platform/exports/csv.ts";
import { xlsxOf } from "../../../platform/exports/xlsx.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

export type ExportFormat = "csv" | "xlsx";

/** A table whose export has an action in the audit log. */
export type ExportName = AuditAction extends infer Action
  ? Action extends `${infer Name}.exported`
    ? Name
    : never
  : never;

type ReadColumn<Row> = CellReader<Row> & { label: string };

/** The table of a list that administrators can export. */
interface ExportedTable<Row, Column extends string, Query> {
  /** Used to name the sheet and the audit event. */
  noun: ExportName;
  /** The columns with their headings, in the order in which all are exported. */
  columns: Readonly<Record<Column, ReadColumn<Row>>>;
  readBatches: (context: Context, query: Query) => Batches<Row>;
}

type ExportQuery<Column> = Readonly<Record<string, unknown>> & {
  columns?: readonly Column[] | undefined;
};

/**
 * Defines the export of a table: all rows that match, with the chosen columns, in the order of the table. The audit log
 * records an export before the first row is sent, and the number of rows sent at the end, even if the download is
 * aborted.
 */
export function defineExport<Row, Column extends string, Query extends ExportQuery<Column>>(
  table: ExportedTable<Row, Column, Query>,
) {
  const { noun, readBatches } = table;
  return async (
    context: Context,
    actor: StaffActor,
    format: ExportFormat,
    query: Query,
  ): Promise<Readable> => {
    const columns = chooseColumns(table.columns, query.columns ?? keysOf(table.columns));
    await inTransaction(context.database, (transaction) =>
      recordEvent(context, transaction, actor, {
        action: `${noun}.exported`,
        changes: changesBetween({}, { format, ...givenText(query) }),
      }),
    );
    const counted = countRows(readBatches(context, query), (rows, isComplete) =>
      inTransaction(context.database, (transaction) =>
        recordEvent(context, transaction, actor, {
          action: "export.ended",
          changes: changesBetween({}, { table: noun, format, rows, complete: isComplete }),
        }),
      ),
    );
    return format === "csv" ? csvOf(columns, counted) : xlsxOf(noun, columns, counted);
  };
}

/** Returns the search, filters, order and columns that a query gives, as text for the audit log. */
function givenText(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(",") : String(value),
    ]);
  return Object.fromEntries(given);
}

async function* countRows<Row>(
  batches: Batches<Row>,
  onEnd: (rows: number, isComplete: boolean) => Promise<void>,
): AsyncGenerator<readonly Row[]> {
  let count = 0;
  let isComplete = false;
  try {
    for await (const rows of batches) {
      count += rows.length;
      yield rows;
    }
    isComplete = true;
  } finally {
    await onEnd(count, isComplete);
  }
}

/** Returns the chosen columns in the chosen order, with the headings of the table. */
function chooseColumns<Row, Name extends string>(
  columns: Readonly<Record<Name, ReadColumn<Row>>>,
  chosen: readonly Name[],
): ExportColumn<Row>[] {
  return chosen.map((name) => {
    const column: ReadColumn<Row> = columns[name];
    const { kind, label } = column;
    return { header: kind === "time" ? `${label} (UTC)` : label, ...column };
  });
}
