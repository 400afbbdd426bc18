import { CsvError, parse } from "csv-parse/sync";
import {
  type CsvColumns,
  type CsvHeader,
  findHeader,
  missingFrom,
  readHeader,
} from "./csv-columns.ts";
import type { StatementRow } from "./statement.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** The header must be within this many lines. */
const HEADER_WITHIN = 20;
/** What some platforms write in place of an empty cell. */
const ABSENT = /^(?:[-\u2013\u2014]+|n\/a)$/i;

/** A row, and the columns of its section: some platforms list open trades below the others, with a header of their own. */
export interface CsvRow extends StatementRow {
  columns: CsvColumns;
}

/** A delimited file with a header that names at least a ticket, a time, a type and an amount. */
export interface CsvTable extends Omit<CsvHeader, "columns"> {
  rows: CsvRow[];
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
    const found = findHeader(records.slice(0, HEADER_WITHIN).map(({ record }) => record));
    if (!found) continue;
    const { header, index } = found;
    const below = records.slice(index + 1);
    const { columns, ...stated } = header;
    const { rows, width } = readSections(records[index]!, columns, below);
    const isComplete = isClosed && (/[\r\n]$/.test(text) || records.at(-1)!.record.length >= width);
    return { ...stated, rows, isComplete };
  }
  return undefined;
}

/** Whether a row has a balance. A column of balances that is empty in every row states nothing. */
export const statesBalances = (rows: CsvRow[]) =>
  rows.some(({ cells, columns }) => (cells[columns.balance ?? -1] ?? "") !== "");

/** Assigns the columns of the header above it to each row. Headers and the titles above them are not rows. */
function readSections(first: CsvRecord, firstColumns: CsvColumns, records: CsvRecord[]) {
  const rows: CsvRow[] = [];
  let columns = firstColumns;
  let width = first.record.length;
  for (const [index, { record, info }] of records.entries()) {
    const header = couldBeHeader(record) ? readHeader(record) : undefined;
    if (header) [columns, width] = [header.columns, record.length];
    if (header || isTitle(record, records[index + 1]?.record)) continue;
    const cells = record.map((cell) => (ABSENT.test(cell) ? "" : cell));
    rows.push({ row: info.lines - first.info.lines + 1, cells, columns });
  }
  return { rows, width };
}

/** A record has an amount, so that most lines need not be compared with the names of columns. */
const couldBeHeader = (record: string[]) => !record.some((cell) => /^[-+($\d]/.test(cell));

/** Whether a line is the title of the section that begins in the next line, such as `Open Trades`. */
function isTitle(record: string[], next: string[] | undefined): boolean {
  if (!next || record.filter((cell) => cell !== "").length !== 1) return false;
  return couldBeHeader(next) && readHeader(next) !== undefined;
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
