import { CsvError, parse } from "csv-parse/sync";
import { type CsvColumns, findHeader, missingFrom } from "./csv-columns.ts";
import type { StatementRow } from "./statement.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** The header must be within this many lines. */
const HEADER_WITHIN = 20;
/** What some platforms write in place of an empty cell. */
const ABSENT = /^(?:[-\u2013\u2014]+|n\/a)$/i;

/** A delimited file with a header that names at least a ticket, a time, a type and an amount. */
export interface CsvTable {
  columns: CsvColumns;
  rows: StatementRow[];
  /** Whether the last line is complete; one that was cut off could be mistaken for an open trade. */
  isComplete: boolean;
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Parses all records. If a file ends within quotes, they are closed, so that the rows before them can be read. */
function parseRecords(
  text: string,
  delimiter: string,
): { records: CsvRecord[]; isClosed: boolean } {
  const options = {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  };
  // The parser's types do not reflect `info`, which wraps each record in an object.
  const read = (csv: string) => parse(csv, options) as unknown as CsvRecord[];
  try {
    return { records: read(text), isClosed: true };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { records: read(`${text}"`), isClosed: false };
  }
}

/** @returns `undefined` if no line within the first 20 is such a header */
export function readCsvTable(text: string): CsvTable | undefined {
  for (const delimiter of DELIMITERS) {
    if (!findHeader(headOf(text, delimiter))) continue;
    const { records, isClosed } = parseRecords(text, delimiter);
    const header = findHeader(records.slice(0, HEADER_WITHIN).map(({ record }) => record));
    if (!header) continue;
    const headerLine = records[header.index]!.info.lines;
    const rows = records.slice(header.index + 1).map(({ record, info }) => ({
      row: info.lines - headerLine + 1,
      cells: record.map((cell) => (ABSENT.test(cell) ? "" : cell)),
    }));
    const width = records[header.index]!.record.length;
    const isComplete = isClosed && (/[\r\n]$/.test(text) || records.at(-1)!.record.length >= width);
    return { columns: header.columns, rows, isComplete };
  }
  return undefined;
}

const headOf = (text: string, delimiter: string) =>
  text
    .slice(0, 16_384)
    .split(/\r\n?|\n/, HEADER_WITHIN)
    .map((line) => line.split(delimiter));

/** Says what a text lacks to be a table of trades, if one of its first lines is similar to a header. */
export function describeMissingColumns(text: string): string | undefined {
  for (const delimiter of DELIMITERS) {
    const found = missingFrom(headOf(text, delimiter));
    if (found)
      return `The header in line ${found.line} has no column for: ${found.missing.join(", ")}.`;
  }
  return undefined;
}
