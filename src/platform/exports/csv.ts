import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { CellReader } from "./cell.rule.ts";

/** A column of an exported file. */
export type ExportColumn<Row> = { header: string } & CellReader<Row>;

/** The batches of rows in which a list is read. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

/** Streams rows as CSV that Excel opens as UTF-8, with times in UTC. Only one batch is in memory at a time. */
export function csvOf<Row>(columns: readonly ExportColumn<Row>[], batches: Batches<Row>): Readable {
  return Readable.from(csvParts(columns, batches), { objectMode: false });
}

async function* csvParts<Row>(columns: readonly ExportColumn<Row>[], batches: Batches<Row>) {
  yield csvLines([columns.map(({ header }) => header)], true);
  for await (const rows of batches) yield csvLines(rows.map((row) => cellsOf(columns, row)));
}

/** Returns a short list as CSV. */
export function csvText<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  const header = columns.map((column) => column.header);
  return csvLines([header, ...rows.map((row) => cellsOf(columns, row))], true);
}

function csvLines(lines: readonly (readonly string[])[], bom = false): string {
  // By default, only the whole record delimiter is quoted, although every line break ends a row for spreadsheets.
  return stringify([...lines], { bom, record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}

function cellsOf<Row>(columns: readonly ExportColumn<Row>[], row: Row): string[] {
  return columns.map((column) => {
    if (column.kind === "text") {
      const text = column.read(row) ?? "";
      return column.isExact ? text : withoutFormula(text);
    }
    if (column.kind === "time") return column.read(row)?.toISOString() ?? "";
    return String(column.read(row) ?? "");
  });
}

/** Prefixes text that a spreadsheet would run as a formula. Amounts are not affected, so -5.00 stays a number. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}
