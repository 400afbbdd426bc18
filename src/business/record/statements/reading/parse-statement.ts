import { isDeepStrictEqual } from "node:util";
import { timeInWords, zoneClock } from "../../../../platform/time/local-time.rule.ts";
import { readCsvStatement } from "./csv-statement.ts";
import { describeMissingColumns, readCsvTable } from "./csv-table.ts";
import { decodeText } from "./decode-text.ts";
import { readHtmlRows } from "./html-rows.ts";
import { isMt4Statement, readMt4Statement } from "./mt4-statement.ts";
import { isMt5Report, readMt5Statement } from "./mt5-statement.ts";
import { notListed, sayAmount } from "./finding.rule.ts";
import {
  type ParsedStatement,
  type StatementFinding,
  type StatementReading,
  UnreadableStatementError,
} from "./statement.ts";
import { acceptedFormats, formatDescriptions } from "../statement.rule.ts";
import { readXlsxRows } from "./xlsx-rows.ts";

/**
 * Reads a statement in any accepted format, which is detected from its content. CPU-bound: run it in a worker.
 * @param timeZone the IANA zone of the platform's clock
 * @throws UnreadableStatementError if the file is something else or has nothing to import
 * @throws StatementTooLargeError if a workbook unpacks to more than 400 MB
 */
export function parseStatement(
  bytes: Buffer,
  timeZone: string,
  known: Partial<Omit<StatementReading, "timeZone">> = {},
): ParsedStatement {
  const reading = { ...unknown, ...known, timeZone };
  const statement = readStatement(bytes, reading);
  const isEmpty =
    statement.deals.length === 0 &&
    statement.operations.length === 0 &&
    statement.closingBalance === null;
  if (isEmpty) {
    const [first] = [...statement.findings, ...statement.notes];
    const reason = first ? `${first.message} ` : "";
    throw new UnreadableStatementError(
      `The file looks like ${formatDescriptions[statement.format]}, but has no trades, no balance operations and no totals that can be read. ${reason}${acceptedFormats}`,
    );
  }
  noteRepeated(statement);
  noteFinancing(statement, reading);
  noteFuture(statement, reading);
  return statement;
}

/** Nothing is known beside the file. */
const unknown: Omit<StatementReading, "timeZone"> = {
  isZoneChosen: true,
  isFinancingCost: false,
  now: Number.MAX_SAFE_INTEGER,
  stage: null,
};

function readStatement(bytes: Buffer, reading: StatementReading): ParsedStatement {
  const clock = zoneClock(reading.timeZone);
  if (bytes.length === 0)
    throw new UnreadableStatementError(`The file is empty. ${acceptedFormats}`);
  if (bytes.subarray(0, 2).toString("latin1") === "PK") {
    const { rows, isComplete } = readXlsxRows(bytes);
    if (!isMt5Report(rows)) {
      throw new UnreadableStatementError(
        `The file is a workbook, but not a trade history report of MetaTrader 5. If it has a table of trades, save it as CSV and upload that. ${acceptedFormats}`,
      );
    }
    return readMt5Statement({ format: "mt5-xlsx", rows, isComplete }, clock);
  }
  const foreign = foreignType(bytes);
  if (foreign) throw new UnreadableStatementError(`The file is ${foreign}. ${acceptedFormats}`);
  const { text, isCertain } = decodeText(bytes);
  if (/<\s*(?:html|table|tr|td|!doctype)\b/i.test(text.slice(0, 65_536))) {
    const statement = readHtml(text, clock);
    const { accountName } = statement;
    // A name in a code page that is not certain would be another name.
    const isName = isCertain || accountName === null || /^\p{ASCII}*$/u.test(accountName);
    return isName ? statement : { ...statement, accountName: null };
  }
  if (isSavedAsCsv(text)) {
    throw new UnreadableStatementError(
      `The file is a report of MetaTrader that a spreadsheet saved as CSV, which changes its tables. Upload the HTML or XLSX file that MetaTrader saved. ${acceptedFormats}`,
    );
  }
  const table = readCsvTable(text);
  if (table) return readCsvStatement(table, reading);
  const missing =
    describeMissingColumns(text) ??
    "The file is text without a header that names a ticket, a time, a type and a profit.";
  throw new UnreadableStatementError(`${missing} ${acceptedFormats}`);
}

function readHtml(text: string, clock: ReturnType<typeof zoneClock>): ParsedStatement {
  const document = readHtmlRows(text);
  if (isMt4Statement(document)) return readMt4Statement(document, clock);
  if (isMt5Report(document.rows)) {
    return readMt5Statement({ format: "mt5-html", ...document }, clock);
  }
  throw new UnreadableStatementError(
    `The file is an HTML page, but neither a statement of MetaTrader 4 nor a report of MetaTrader 5. ${acceptedFormats}`,
  );
}

/** A line with the account, as reports of MetaTrader 5 and statements of MetaTrader 4 have it above their tables. */
const REPORT_LINE =
  /^(?:[^\d,;\t\r\n]{1,40}[,;\t]+"?\d{3,} ?\([A-Z]{3,4}[,)]|"?trade history report"?[,;\t]*$|"?(?:account|a\/c no): ?\d+"?[,;\t]+"?name:|"?closed transactions:"?[,;\t]*$)/im;

/** Whether a text is a report of MetaTrader whose tables are below each other, which no header describes. */
const isSavedAsCsv = (text: string) => REPORT_LINE.test(text.slice(0, 16_384));

const signatures: [string, string][] = [
  ["%PDF", "a PDF"],
  ["\u0089PNG", "an image"],
  ["\u00ff\u00d8\u00ff", "an image"],
  ["GIF8", "an image"],
  ["\u00d0\u00cf\u0011\u00e0", "a workbook in an old Excel format; save it as .xlsx or .csv"],
  ["\u001f\u008b", "a gzip archive; unpack it first"],
  ["Rar!", "an archive; unpack it first"],
];

function foreignType(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8).toString("latin1");
  return signatures.find(([signature]) => start.startsWith(signature))?.[1];
}

/** How brokers describe the daily cost of open positions, if they book it on the balance. */
const FINANCING = /\b(?:financing|finance charge|rollover|overnight|swap|interest)\b/i;

/** Makes balance operations with a financing comment costs, if that was chosen; otherwise a note says so. */
function noteFinancing(statement: ParsedStatement, { isFinancingCost }: StatementReading): void {
  const financing = statement.operations.filter(
    ({ kind, comment }) =>
      (kind === "deposit" || kind === "withdrawal") && FINANCING.test(comment ?? ""),
  );
  const [first] = financing;
  const comment = first?.comment?.slice(0, 60) ?? "";
  // What people type decides nothing else.
  for (const operation of statement.operations) delete operation.comment;
  if (!first) return;
  const amount = financing.reduce((sum, operation) => sum + operation.amount, 0n);
  statement.financing = { count: financing.length, amount };
  if (isFinancingCost) {
    for (const operation of financing) operation.kind = "fee";
    return;
  }
  statement.notes.push({
    code: "financing",
    message: `Balance operations with a comment such as "${comment}" (${financing.length}, ${sayAmount(amount)} in total) count as deposits and withdrawals. If they are the cost of holding positions, import the file with financing as a cost.`,
    row: first.row,
    expected: null,
    actual: comment,
  });
}

/** So many rows with the same fault are reported; further ones add no information. */
const MAX_NOTES = 20;

/** Reports rows that are printed twice, which count once. Other content with the same ticket is a conflict. */
function noteRepeated({ deals, operations, notes }: ParsedStatement): void {
  const repeated = new Map<number, { ticket: string; first: number }>();
  for (const records of [deals, operations]) {
    const known = new Map<string, (typeof records)[number]>();
    for (const record of records) {
      const { row, ticket } = record;
      const first = known.get(ticket);
      if (!first) known.set(ticket, record);
      else if (!repeated.has(row) && isDeepStrictEqual({ ...first, row }, record))
        repeated.set(row, { ticket, first: first.row });
    }
  }
  const found = [...repeated]
    .slice(0, MAX_NOTES)
    .map(([row, { ticket, first }]): StatementFinding => ({
      code: "repeated_row",
      message: `Row ${row} repeats row ${first} with the ticket ${ticket.replace(/\/(?:in|out)$/, "").slice(0, 40)}, and counts once.`,
      row,
      expected: null,
      actual: null,
    }));
  notes.push(...found, ...notListed("repeated_row", repeated.size - found.length));
}

/** Reports rows whose time has not come yet: the zone or the order of day and month may be wrong. */
function noteFuture(
  { deals, operations, notes }: ParsedStatement,
  { now }: StatementReading,
): void {
  const times = new Map<number, number>();
  for (const { row, time } of [...deals, ...operations]) {
    if (time > now && !times.has(row)) times.set(row, time);
  }
  const found = [...times].slice(0, MAX_NOTES).map(([row, time]): StatementFinding => ({
    code: "future_row",
    message: `Row ${row} has the time ${timeInWords(time)}, which has not come yet. Check the time zone and the order of day and month.`,
    row,
    expected: null,
    actual: new Date(time).toISOString(),
  }));
  notes.push(...found, ...notListed("future_row", times.size - found.length));
}
