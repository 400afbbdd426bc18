import type { Readable } from "node:stream";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import {
  type Batches,
  type CellReader,
  csvOf,
  type ExportColumn,
} from "../../../platform/exports/csv.ts";
import { xlsxOf } from "../../../platform/exports/xlsx.ts";

export type ExportFormat = "csv" | "xlsx";

export interface ListExport<Row> {
  /** Used to name the sheet and the audit event. */
  noun: "users" | "payouts" | "statements" | "actions";
  columns: readonly ExportColumn<Row>[];
  batches: Batches<Row>;
  /** The requested search, filters, order and columns, for the audit log. */
  query: Readonly<Record<string, unknown>>;
}

/**
 * Returns all rows as a file. The audit log records the export before the first row is sent, and the number of rows
 * sent at the end, even if the download is aborted.
 */
export async function exportList<Row>(
  context: Context,
  actor: StaffActor,
  format: ExportFormat,
  list: ListExport<Row>,
): Promise<Readable> {
  const { noun, columns, batches, query } = list;
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]);
  const filter: Record<string, string> = Object.fromEntries(asked);
  await inTransaction(context.database, (transaction) =>
    recordEvent(context, transaction, actor, {
      action: `${noun}.exported`,
      changes: changesBetween({}, { format, ...filter }),
    }),
  );
  const counted = countRows(batches, (rows, isComplete) =>
    inTransaction(context.database, (transaction) =>
      recordEvent(context, transaction, actor, {
        action: "export.ended",
        changes: changesBetween({}, { table: noun, format, rows, complete: isComplete }),
      }),
    ),
  );
  return format === "csv" ? csvOf(columns, counted) : xlsxOf(noun, columns, counted);
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
export function chooseColumns<Row, Name extends string>(
  labels: Readonly<Record<Name, string>>,
  readers: Readonly<Record<Name, CellReader<Row>>>,
  chosen: readonly Name[],
): ExportColumn<Row>[] {
  return chosen.map((name) => {
    const reader: CellReader<Row> = readers[name];
    const header = reader.kind === "time" ? `${labels[name]} (UTC)` : labels[name];
    return { header, ...reader };
  });
}
