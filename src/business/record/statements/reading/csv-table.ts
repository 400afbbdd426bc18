import { CsvError, parse } from "csv-parse/sync";
import { statedIn, TIME_ZONE } from "./csv-account.ts";
import {
  type CsvColumns,
  type CsvHeader,
  type CsvZone,
  findHeader,
  missingFrom,
  readHeader,
  zoneOf,
} from "./csv-columns.ts";
import {
  amountNames,
  type StatedTotal,
  type StatementRow,
  type TradeAmounts,
} from "./statement.ts";
import type { StatementDraft } from "./statement-draft.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** The header must be within this many lines. */
const HEADER_WITHIN = 20;
/** What some platforms write in place of an empty cell. */
const ABSENT = /^(?:[-\u2013\u2014]+|n\/a)$/i;

/** A row, and the columns of its section: some platforms list open trades below the others, with a header of their own. */
export interface CsvRow extends StatementRow {
  columns: CsvColumns;
  /** How many columns the header names. */
  width: number;
  /** What the line of sums above the header names, such as the symbol of all its trades. */
  section: string | undefined;
}

/** A delimited file with a header that names at least a ticket, a time, a type and an amount. */
export interface CsvTable extends Omit<CsvHeader, "columns" | "zones">, CsvZone {
  /** The lines above the header. */
  above: string[][];
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
    const place = findHeader(records.slice(0, HEADER_WITHIN).map(({ record }) => record));
    if (!place) continue;
    const { header, index } = place;
    const below = records.slice(index + 1);
    const { columns, zones, ...stated } = header;
    const above = records.slice(0, index).map(({ record }) => record);
    const zone = zoneOf([...zones, ...statedIn(above, TIME_ZONE)]);
    const section = sumsOf(above.at(-1));
    const { rows, width } = readSections({ first: records[index]!, columns, section }, below);
    const isComplete = isClosed && (/[\r\n]$/.test(text) || records.at(-1)!.record.length >= width);
    return { above, ...stated, ...zone, rows, isComplete };
  }
  return undefined;
}

/** Whether a row has a balance. A column of balances that is empty in every row states nothing. */
export const statesBalances = (rows: CsvRow[]) =>
  rows.some(({ cells, columns }) => (cells[columns.balance ?? -1] ?? "") !== "");

/** Assigns the columns of the header above it to each row. Headers and the titles above them are not rows. */
function readSections(
  { first, ...start }: { first: CsvRecord; columns: CsvColumns; section: string | undefined },
  records: CsvRecord[],
) {
  const rows: CsvRow[] = [];
  let { columns, section } = start;
  let width = first.record.length;
  for (const [index, { record, info }] of records.entries()) {
    const header = couldBeHeader(record) ? readHeader(record) : undefined;
    if (header) {
      [columns, width] = [header.columns, record.length];
      section = sumsOf(records[index - 1]?.record);
    }
    if (header || isTitle(record, records[index + 1]?.record)) continue;
    const cells = record.map((cell) => (ABSENT.test(cell) ? "" : cell));
    rows.push({ row: info.lines - first.info.lines + 1, cells, columns, width, section });
  }
  return { rows, width };
}

/** Returns the name in a line of sums, such as `MNQM6,61.00,7.32`; `undefined` for any other line. */
function sumsOf([name = "", ...sums]: string[] = []): string | undefined {
  const isSums =
    sums.length > 0 && sums.every((cell) => cell !== "" && /^[-+(]?[$€£]?[\d.,]+\)?$/.test(cell));
  return isSums && /[A-Za-z]/.test(name) ? name : undefined;
}

/** The parts of a number that was split at its comma: `1` and `000.00`, `(1` and `50)`. */
const SPLIT = [/^[-+(]?[$€£]?\d+$/, /^\d{2,}(?:\.\d+)?\)?$/] as const;

/** Whether a number was split at its comma, so that a row has more values than its header names columns. */
export const isShifted = ({ cells, width }: CsvRow) =>
  cells.slice(width).some((cell) => SPLIT[1].test(cell)) &&
  cells.some((cell, at) => SPLIT[0].test(cell) && SPLIT[1].test(cells[at + 1] ?? ""));

/** A record has an amount, so that most lines need not be compared with the names of columns. */
const couldBeHeader = (record: string[]) => !record.some((cell) => /^[-+($\d]/.test(cell));

/** Whether a line is the title of the section that begins in the next line, such as `Open Trades`, or its sums. */
function isTitle(record: string[], next: string[] | undefined): boolean {
  if (!next) return false;
  const hasName = record.filter((cell) => cell !== "").length === 1;
  if (!hasName && sumsOf(record) === undefined) return false;
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
    const similar = missingFrom(headOf(text, delimiter));
    if (similar)
      return `The header in line ${similar.line} has no column for: ${similar.missing.join(", ")}.`;
  }
  return undefined;
}

/** A row of a trade, by what it shares with the other parts of its position. */
export interface TradePart {
  row: number;
  /** The same for all parts: the symbol, the side, and the time and price of the opening. */
  opening: string;
  /** `null` while the part is open. */
  closeTime: number | null;
  /** All cells; a row that is printed twice is not another part. */
  content: string;
}

/**
 * Numbers the rows of positions that were closed in parts, which many platforms print under the same id. The parts are
 * numbered by closing time, so that a later file with further parts gives the earlier ones the same numbers.
 * @param groups the rows that share an id, of each id with several rows
 * @returns the numbers by row, for rows after the first part
 */
export function numberParts(groups: TradePart[][]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const sharing of groups) {
    const parts = Map.groupBy(
      sharing.filter(({ opening }) => opening === sharing[0]!.opening),
      ({ content }) => content,
    );
    const ordered = [...parts.values()].toSorted(([a], [b]) => closingOf(a!) - closingOf(b!));
    for (const [index, printed] of ordered.entries()) {
      if (index > 0) for (const { row } of printed) numbers.set(row, index + 1);
    }
  }
  return numbers;
}

/** Two open parts have the same order as in the file. */
const closingOf = ({ closeTime }: TradePart) => closeTime ?? Number.MAX_VALUE;

/** How platforms name the row below the trades that adds them up. */
const TOTAL = /^(?:grand |sub)?(?:totals?|sum|summary)\b/i;

/** Whether a row adds up the others. A record has a time and a type, whatever its symbol is called. */
export function isFooter({ cells, columns }: CsvRow): boolean {
  const first = cells.find((cell) => cell !== "");
  if (first === undefined || !TOTAL.test(first)) return false;
  const ofRecord = [columns.openTime, columns.type ?? columns.side];
  return ofRecord
    .map((column) => cells[column ?? -1] ?? "")
    .every((cell) => cell === "" || cell === first);
}

/** Reads the amounts of a file as they are printed. */
interface AmountReader {
  draft: Pick<StatementDraft, "operations">;
  printedTotals: TradeAmounts;
  /** The sum of the results after costs. */
  printedNet: bigint;
  printedAmount: (row: CsvRow, column: number | undefined) => bigint | null;
}

/** Compares the amounts of a row of totals with the sums of their columns. */
export function statedTotals(
  footer: CsvRow,
  { draft, printedTotals, printedNet, printedAmount }: AmountReader,
): StatedTotal[] {
  const operations = draft.operations.reduce((sum, { amount }) => sum + amount, 0n);
  const totals = { ...printedTotals, net: printedNet };
  return ([...amountNames, "net"] as const).flatMap((name) => {
    const stated = printedAmount(footer, footer.columns[name]);
    if (stated === null) return [];
    const trades = totals[name];
    // Deposits and withdrawals are in the column of the profit; some platforms include them.
    const withOperations = name === "profit" ? trades + operations : trades;
    const computed = stated === withOperations ? withOperations : trades;
    const title = name === "net" ? "result after costs" : name;
    return [{ row: footer.row, name: title, stated, computed }];
  });
}
