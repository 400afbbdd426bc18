import { format } from "date-fns";
import {
  type FindingCode,
  type StatementFormat,
  type StatementStatus,
  statusOf,
} from "../../../src/business/record/statements/statement.rule.ts";
import type {
  Statement,
  StatementFinding,
} from "../../../src/business/record/statements/statement.schema.ts";
import { groupDigits } from "../../../src/platform/money/money.ts";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";
import { Badge, type BadgeTone } from "../../components/badge/badge.tsx";
import { formatCount, formatCountOf } from "../format/figures.ts";
import { formatDay } from "../format/dates.ts";

interface StatusWords {
  word: string;
  tone: BadgeTone;
  /** A sentence for the details and the preview. */
  meaning: string;
}

export const statusWords: Readonly<Record<StatementStatus, StatusWords>> = {
  reconciled: {
    word: "Reconciled",
    tone: "green",
    meaning: "The rows agree with every balance and total in the file.",
  },
  partial: {
    word: "Partial",
    tone: "gray",
    meaning:
      "Nothing in the file contradicts its rows, but it does not state the balance before the first one, as in an export of a limited period.",
  },
  inconsistent: {
    word: "Inconsistent",
    tone: "orange",
    meaning: "The file contradicts itself in the places listed under Findings.",
  },
  held: {
    word: "Held",
    tone: "yellow",
    meaning: "The records do not count until an administrator confirms the statement.",
  },
  withdrawn: {
    word: "Withdrawn",
    tone: "gray",
    meaning: "The records no longer count, unless another source has them too.",
  },
};

/** What the statuses mean, for a legend. */
export const statementTerms: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(statusWords).map(({ word, meaning }) => [word, meaning]),
);

const findingNames: Readonly<Record<FindingCode, string>> = {
  closing_balance: "Closing balance",
  running_balance: "Running balance",
  total: "Total",
  truncated: "File cut short",
  unreadable_row: "Unreadable row",
  unreadable_balance: "Unreadable balance",
  unreadable_currency: "Unreadable currency",
  unreadable_zone: "Unreadable time zone",
  repeated_row: "Repeated row",
  unread_column: "Column not read",
  no_balance: "No balance",
  no_costs: "No costs",
  opening_balance: "Opening balance",
  close_before_open: "Closed before it opened",
  financing: "Financing booked as balance",
  ambiguous_dates: "Unclear dates",
  ambiguous_numbers: "Decimal sign",
  guessed_costs: "Unclear costs",
  guessed_position: "Unclear position",
  future_row: "Time in the future",
  not_executed: "Not executed",
  open_result: "Result of an open trade",
  other_zone: "Other time zone",
  conflict: "Conflict with another source",
  other_login: "Other account",
  same_file: "Same file",
  other_currency: "Other currency",
  before_stage: "Before the stage",
  after_stage: "After the stage",
};

/**
 * Returns the name of a finding. Codes unknown to this client are converted to words: `running_balance` to `Running
 * balance`.
 */
export function findingName({ code }: Pick<StatementFinding, "code">): string {
  const known = (findingNames as Readonly<Record<string, string>>)[code];
  if (known) return known;
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const zoneSources: Readonly<Record<Statement["timeZoneSource"], string>> = {
  file: "stated in the file",
  chosen: "chosen at import",
  earlier: "as in the statement before",
  firm: "the firm's",
};

/** Returns a text such as `UTC+3, stated in the file`. */
export function describeZoneSource({
  timeZone,
  timeZoneSource,
}: Pick<Statement, "timeZone" | "timeZoneSource">): string {
  return `${describeZone(timeZone)}, ${zoneSources[timeZoneSource]}`;
}

/** A conflict's message repeats both contents, which have columns of their own. */
export function briefMessage({ message, expected }: StatementFinding): string {
  const at = expected === null ? -1 : message.indexOf(`: ${expected}`);
  return at > 0 ? `${message.slice(0, at)}.` : message;
}

/** Separates the thousands of an amount, or of two that are possible: `99,923.00 or 99,930.00`. */
export function groupAmounts(text: string): string {
  return /^-?\d+\.\d\d(?: or -?\d+\.\d\d)?$/.test(text)
    ? text.split(" or ").map(groupDigits).join(" or ")
    : text;
}

/** Returns `130 trades · 1 open · 2 operations`, without the kinds that the file does not contain. */
export function describeCounts({
  trades,
  openTrades,
  operations,
}: Pick<Statement["counts"], "trades" | "openTrades" | "operations">): string {
  const parts = [
    trades > 0 || openTrades === 0 ? formatCountOf(trades, "trade") : undefined,
    openTrades > 0 ? `${formatCount(openTrades)} open` : undefined,
    operations > 0 ? formatCountOf(operations, "operation") : undefined,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Formats a size as `84 kB` or `1.2 MB`; a megabyte is 1,048,576 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return formatCountOf(bytes, "byte");
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} kB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Formats a period: `Jan 05 – Feb 13, 2026`, or a single day. The first day only has a year if it differs. */
export function describePeriod({ from, to }: Pick<Statement, "from" | "to">): string {
  if (!from || !to) return "No records";
  const [first, last] = [formatDay(from), formatDay(to)];
  if (first === last) return first;
  const isOneYear = from.getFullYear() === to.getFullYear();
  return `${isOneYear ? format(from, "MMM dd") : first} – ${last}`;
}

export const statementFormatLabels: Readonly<Record<StatementFormat, string>> = {
  "mt4-html": "MetaTrader 4, HTML",
  "mt5-html": "MetaTrader 5, HTML",
  "mt5-xlsx": "MetaTrader 5, Excel",
  csv: "CSV",
};

export function StatementBadge({ statement }: { statement: Statement }) {
  const { word, tone } = statusWords[statusOf(statement)];
  return <Badge tone={tone}>{word}</Badge>;
}
