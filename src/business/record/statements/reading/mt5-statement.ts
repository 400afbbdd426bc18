import { parseVolume } from "../../../rulebook/timeline/trading-record.rule.ts";
import type { ZoneClock } from "../../../../platform/time/local-time.rule.ts";
import { unreadableCurrency } from "./finding.rule.ts";
import { isLabel, type ParsedStatement, readCurrency, type StatementRow } from "./statement.ts";
import { countFilled, isDeal, isHeading } from "./mt5-columns.ts";
import { DealReader } from "./mt5-deals.ts";
import type { PositionRow } from "./mt5-positions.ts";
import {
  isPlatformTime,
  parsePlatformNumber,
  parsePlatformTime,
  parsePlatformVolume,
  toCents,
} from "./platform-values.rule.ts";
import type { StatementDraft } from "./statement-draft.ts";

/** The rows of a report, with its format and whether it is complete. */
export interface Mt5Report {
  format: "mt5-html" | "mt5-xlsx";
  rows: StatementRow[];
  isComplete: boolean;
}

/** `5002001 (USD, Propdesk-Live, real, Hedge)`, in every language; old builds only print the number. */
const ACCOUNT = /^(\d{3,})(?:\s*\(\s*([^,)]*)\s*(?:,(.*))?\))?$/;

const TITLE = /^trade history report$/i;

/** The title is the only text of its row; an account's name or a comment has a label or a record beside it. */
export function isMt5Report(rows: StatementRow[]): boolean {
  return rows.some(
    ({ cells }) => isDeal(cells) || (TITLE.test(cells[0] ?? "") && countFilled(cells) === 1),
  );
}

export function readMt5Statement(report: Mt5Report, clock: ZoneClock): ParsedStatement {
  const { rows, format } = report;
  const account = accountOf(rows);
  const reader = new DealReader(rows, clock);
  reader.readAll();
  if (account.unreadCurrency) reader.draft.note(unreadableCurrency(account.unreadCurrency));
  reader.assignPositions(readPositions(rows, clock, reader.draft), account.isNetting);
  return reader.draft.finish({
    format,
    login: account.login,
    accountName: account.name,
    currency: account.currency,
    totals: reader.totals,
    openingBalance: null,
    closingBalance: reader.isFollowed ? (statedBalance(rows) ?? reader.closingBalance) : null,
    statesBalances: true,
    isTruncated: !report.isComplete,
  });
}

/**
 * Reads the lines above the tables, each of which is a label and its value: name, account, company and date. The first
 * one is only an account if it says so, because a name may look like one.
 */
function accountOf(rows: StatementRow[]) {
  const end = rows.findIndex(({ cells }) => isHeading(cells) || isPlatformTime(cells[0]));
  const lines = rows.slice(0, end < 0 ? 20 : end).flatMap(({ cells }) => {
    const [label = "", value = "", ...others] = cells.filter((cell) => cell !== "");
    return isLabel(label) && label === cells[0] && others.length === 0 ? [{ label, value }] : [];
  });
  const at = lines.findIndex(
    ({ label, value }, index) => ACCOUNT.test(value) && (index > 0 || /^account:/i.test(label)),
  );
  const [, login, currency, others] = ACCOUNT.exec(lines[at]?.value ?? "") ?? [];
  const name = lines[at < 0 ? 0 : at - 1]?.value;
  return {
    login: login ?? null,
    name: name || null,
    currency: readCurrency(currency),
    /** What stands in the place of the currency, before the server. */
    unreadCurrency: others !== undefined && readCurrency(currency) === null && currency?.trim(),
    isNetting: /netting|exchange/i.test((others ?? "").split(",").at(-1)!),
  };
}

/** Reads the balance of the summary, which follows the tables and begins with it in every language. */
function statedBalance(rows: StatementRow[]): ParsedStatement["closingBalance"] {
  const last = rows.findLastIndex(({ cells }) => isHeading(cells) || isPlatformTime(cells[0]));
  for (const { row, cells } of rows.slice(last + 1)) {
    if (countFilled(cells) === 1) return null;
    if (!isLabel(cells[0])) continue;
    const number = parsePlatformNumber(cells.slice(1).find((cell) => cell !== "") ?? "");
    return number === null ? null : { row, amount: toCents(number) };
  }
  return null;
}

function readPositions(
  rows: StatementRow[],
  clock: ZoneClock,
  draft: StatementDraft,
): PositionRow[] {
  return rows.flatMap((row) => {
    if (!isPosition(row.cells)) return [];
    const position = readPosition(row.cells, clock);
    if (!position) {
      draft.reportUnreadable(row, "its position, closing time, volume, price or profit is invalid");
    }
    return position ?? [];
  });
}

/**
 * Open time, position, symbol, type, volume, price, S/L, T/P, close time, price, commission, swap, profit. In the Orders
 * table, the volume is `0.50 / 0.50`, and a state takes the place of the second price.
 */
function isPosition([openTime, , , type = "", volume = "", , , , closeTime, price = ""]: string[]) {
  return (
    isPlatformTime(openTime) &&
    /^(?:buy|sell)$/i.test(type) &&
    isPlatformTime(closeTime) &&
    !volume.includes("/") &&
    /\d/.test(price)
  );
}

function readPosition(cells: string[], clock: ZoneClock): PositionRow | undefined {
  const [, position = "", symbol = "", type = ""] = cells;
  if (!/^\d+$/.test(position)) return undefined;
  const closeTime = parsePlatformTime(cells[8]!, clock);
  const volume = parsePlatformVolume(cells[4] ?? "");
  const closePrice = parsePlatformNumber(cells[9] ?? "");
  const profit = parsePlatformNumber(cells[12] ?? "");
  if (closeTime === null || volume === null || closePrice === null || profit === null)
    return undefined;
  return {
    position,
    symbol: symbol.toUpperCase(),
    side: type.toLowerCase() === "buy" ? "buy" : "sell",
    volume: parseVolume(volume),
    closeTime,
    closePrice,
    profit: toCents(profit),
  };
}
