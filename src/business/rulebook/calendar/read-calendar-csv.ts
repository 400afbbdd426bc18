import { CsvError, parse } from "csv-parse/sync";
import { type ZoneClock, zoneClock } from "../../../platform/time/local-time.rule.ts";
import type { Impact } from "../timeline/calendar.rule.ts";
import type { NewEvent } from "./calendar.schema.ts";

/** A file that cannot be read, with the line that is at fault. */
export class CalendarCsvError extends Error {
  override name = "CalendarCsvError";
}

const fail = (line: number, message: string): never => {
  throw new CalendarCsvError(`Line ${line}: ${message}`);
};

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** The columns of a file, by what their headers mean. */
interface Columns {
  /** The date, or the date and the time in one. */
  date: number;
  time: number | undefined;
  currency: number;
  impact: number;
  title: number;
}

const meanings = {
  date: /^(?:date|day|date ?(?:&|and|\/)? ?time.*|datetime.*|timestamp.*|start)$/,
  time: /^time\b/,
  currency: /^(?:currency|ccy|country|region)\b/,
  impact: /^(?:impact|importance|volatility|priority)\b/,
  title: /^(?:title|event|name|description|indicator)\b/,
} as const;

/**
 * Reads the events of a calendar as text.
 * @param timeZone of times without an offset
 * @param period from its first time (inclusive) to its second (exclusive)
 * @throws CalendarCsvError if a line cannot be read, or lies outside of the period
 */
export function parseCalendarCsv(
  text: string,
  timeZone: string,
  period: { from: Date; to: Date },
): NewEvent[] {
  const [header, ...rows] = readRecords(text);
  if (!header) return fail(1, "The file is empty.");
  const columns = readHeader(header);
  const clock = zoneClock(timeZone);
  return rows.map((row) => {
    const event = readEvent(row, columns, clock);
    if (event.at >= period.from && event.at < period.to) return event;
    return fail(row.info.lines, outsideWords(event));
  });
}

/** Says that an event is not of the imported period. */
export const outsideWords = ({ title, at }: Pick<NewEvent, "title" | "at">) =>
  `${title} at ${at.toISOString()} is outside of the imported period`;

function readRecords(text: string): CsvRecord[] {
  const [first = ""] = text.split(/\r\n?|\n/, 1);
  const delimiter = [";", "\t"].find((each) => first.split(each).length > first.split(",").length);
  const options = {
    delimiter: delimiter ?? ",",
    bom: true,
    info: true,
    // Long cells would keep the patterns of dates busy.
    max_record_size: 10_000,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
  try {
    // The parser's types do not reflect `info`, which wraps each record in an object.
    return parse(text, options) as unknown as CsvRecord[];
  } catch (error) {
    if (error instanceof CsvError) return fail(Number(error["lines"]), "It is not valid CSV.");
    throw error;
  }
}

function readHeader({ record, info }: CsvRecord): Columns {
  const names = record.map((cell) => cell.toLowerCase());
  const find = (meaning: keyof typeof meanings) => {
    const index = names.findIndex((name) => meanings[meaning].test(name));
    return index === -1 ? undefined : index;
  };
  const need = (meaning: keyof typeof meanings): number =>
    find(meaning) ?? fail(info.lines, `The header has no column for the ${meaning}.`);
  return {
    // A single column of times contains the dates, too.
    date:
      find("date") ?? find("time") ?? fail(info.lines, "The header has no column for the date."),
    time: find("date") === undefined ? undefined : find("time"),
    currency: need("currency"),
    impact: need("impact"),
    title: need("title"),
  };
}

function readEvent(
  { record, info: { lines } }: CsvRecord,
  columns: Columns,
  clock: ZoneClock,
): NewEvent {
  const cell = (index: number | undefined) => (index === undefined ? "" : (record[index] ?? ""));
  const title = cell(columns.title);
  if (title === "") return fail(lines, "An event needs a title.");
  if (title.length > 300) return fail(lines, "A title must be at most 300 characters.");
  const { at, allDay } = readMoment(
    cell(columns.date),
    columns.time === undefined ? undefined : cell(columns.time),
    { clock, lines },
  );
  return {
    at: new Date(at),
    allDay,
    currency: readCurrency(cell(columns.currency), lines),
    impact: readImpact(cell(columns.impact), lines),
    title,
  };
}

/** What stands in place of a time of day. */
const NO_TIME = /^(?:all ?day|tentative|)$/i;
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function readMoment(
  date: string,
  time: string | undefined,
  { clock, lines }: { clock: ZoneClock; lines: number },
): { at: number; allDay: boolean } {
  if (INSTANT.test(date)) {
    const at = Date.parse(date.replace(" ", "T"));
    return Number.isNaN(at) ? fail(lines, `${date} is not a time.`) : { at, allDay: false };
  }
  const [, day = "", rest = ""] =
    /^(.*?\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ,]+(.*))?$/.exec(date) ?? [];
  const parts = readDate(day, date, lines);
  const ofDay = time ?? rest;
  const offset = /^(.*?) ?(Z|[+-]\d\d:?\d\d)$/.exec(ofDay);
  const clockTime = NO_TIME.test(ofDay)
    ? { hour: 0, minute: 0, second: 0 }
    : readTime(offset?.[1] ?? ofDay, lines);
  const local = { ...parts, ...clockTime, millisecond: 0 };
  const allDay = NO_TIME.test(ofDay);
  if (!offset) return { at: clock.toInstant(local), allDay };
  const { year, month, day: ofMonth, hour, minute, second } = local;
  const utc = Date.UTC(year, month - 1, ofMonth, hour, minute, second);
  return { at: utc - offsetOf(offset[2]!), allDay };
}

function offsetOf(text: string): number {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text)!;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -size : size;
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Dates with dots begin with the day, and other ambiguous ones with the month. */
function readDate(day: string, date: string, lines: number) {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso) return checkDate({ year: iso[1]!, month: iso[2]!, day: iso[3]! }, date, lines);
  const short = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day);
  if (short) {
    const [, first, mark, second, year] = short as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const isDayFirst = mark === "." || Number(first) > 12;
    return checkDate(
      isDayFirst ? { year, month: second, day: first } : { year, month: first, day: second },
      date,
      lines,
    );
  }
  const words = /^(?:[a-z]{3,9},? +)?([a-z]{3})[a-z]*\.? +(\d{1,2}),? +(\d{4})$/i.exec(day);
  const month = words ? months.indexOf(words[1]!.toLowerCase()) + 1 : 0;
  if (words && month > 0) {
    return checkDate({ year: words[3]!, month: String(month), day: words[2]! }, date, lines);
  }
  return fail(lines, `${date} is not a date such as 2026-03-06.`);
}

function checkDate(
  text: { year: string; month: string; day: string },
  date: string,
  lines: number,
) {
  const [year, month, day] = [Number(text.year), Number(text.month), Number(text.day)];
  const time = new Date(Date.UTC(year, month - 1, day));
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) {
    return fail(lines, `${date} is not a date such as 2026-03-06.`);
  }
  return { year, month, day };
}

function readTime(text: string, lines: number) {
  const match = /^(\d{1,2})(?::(\d\d))?(?::(\d\d))? ?(am|pm)?$/i.exec(text);
  const half = match?.[4]?.toLowerCase();
  const stated = Number(match?.[1]);
  const hour = half === undefined ? stated : (stated % 12) + (half === "pm" ? 12 : 0);
  const [minute, second] = [Number(match?.[2] ?? 0), Number(match?.[3] ?? 0)];
  const isPlain = half !== undefined || match?.[2] !== undefined;
  if (!match || !isPlain || hour > 23 || minute > 59 || second > 59) {
    return fail(lines, `${text} is not a time such as 13:30.`);
  }
  return { hour, minute, second };
}

const impactNames: readonly [RegExp, Impact][] = [
  [/^(?:high|red|3|\*\*\*)\b|^\*\*\*$/, "high"],
  [/^(?:medium|moderate|orange|2)\b|^\*\*$/, "medium"],
  [/^(?:low|yellow|1)\b|^\*$/, "low"],
  [/^(?:none|gray|grey|holiday|bank holiday|non-?economic|0)\b|^$/, "none"],
];

function readImpact(text: string, lines: number): Impact {
  const name = text.toLowerCase();
  const found = impactNames.find(([pattern]) => pattern.test(name));
  return found?.[1] ?? fail(lines, `${text} is not an impact such as high, medium or low.`);
}

/** The currencies of countries whose events calendars list. */
const countries: Readonly<Record<string, string>> = {
  us: "USD",
  usa: "USD",
  "united states": "USD",
  eu: "EUR",
  emu: "EUR",
  "euro area": "EUR",
  "euro zone": "EUR",
  eurozone: "EUR",
  "european union": "EUR",
  germany: "EUR",
  france: "EUR",
  italy: "EUR",
  spain: "EUR",
  uk: "GBP",
  gb: "GBP",
  "united kingdom": "GBP",
  japan: "JPY",
  jp: "JPY",
  switzerland: "CHF",
  ch: "CHF",
  canada: "CAD",
  ca: "CAD",
  australia: "AUD",
  au: "AUD",
  "new zealand": "NZD",
  nz: "NZD",
  china: "CNY",
  cn: "CNY",
  global: "ALL",
};

function readCurrency(text: string, lines: number): string {
  const known = countries[text.toLowerCase()];
  if (known) return known;
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  return fail(lines, `${text || "Nothing"} is not a currency of three letters, or ALL.`);
}
