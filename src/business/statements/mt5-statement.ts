import { parseVolume } from "../timeline/volume.rule.ts";
import type { ZoneClock } from "../../platform/time/local-time.rule.ts";
import { findValue, readCurrency } from "./labelled-values.ts";
import { DealReader, isDeal } from "./mt5-deals.ts";
import type { PositionRow } from "./mt5-positions.ts";
import { parsePlatformNumber, parsePlatformVolume, toCents } from "./platform-number.rule.ts";
import { isPlatformTime, parsePlatformTime } from "./platform-time.rule.ts";
import type { ParsedStatement, StatementRow } from "./statement.ts";

/** The rows of a report, with its format and whether it is complete. */
export interface Mt5Report {
  format: "mt5-html" | "mt5-xlsx";
  rows: StatementRow[];
  isComplete: boolean;
}

/** `5002001 (USD, Propdesk-Live, real, Hedge)`, in every language. */
const ACCOUNT = /(\d{3,})\s*\(\s*([^,)]*)\s*(?:,([^)]*))?\)/;

export function isMt5Report(title: string, rows: StatementRow[]): boolean {
  return (
    /trade history report/i.test(title) ||
    rows.some(({ cells }) => cells.some((cell) => /^trade history report$/i.test(cell))) ||
    rows.some(({ cells }) => isDeal(cells))
  );
}

export function readMt5Statement(report: Mt5Report, clock: ZoneClock): ParsedStatement {
  const { rows, format } = report;
  const account = accountOf(rows);
  const positions = rows.flatMap(({ cells }) => readPosition(cells, clock) ?? []);
  const reader = new DealReader(clock);
  for (const row of rows) reader.read(row);
  reader.assignPositions(positions, account.isNetting);
  const balance = findValue(rows, /^balance:/i);
  const stated = balance && parsePlatformNumber(balance.text);
  const closing =
    balance && stated ? { row: balance.row, amount: toCents(stated) } : reader.closingBalance;
  return reader.draft.finish({
    format,
    login: account.login,
    accountName: findValue(rows, /^name:/i)?.text ?? null,
    currency: account.currency,
    totals: reader.totals,
    openingBalance: null,
    closingBalance: closing,
    isTruncated: !report.isComplete,
  });
}

function accountOf(rows: StatementRow[]) {
  for (const { cells } of rows.slice(0, 20)) {
    const match = cells.map((cell) => ACCOUNT.exec(cell)).find((found) => found);
    if (!match) continue;
    const [, login, currency = "", rest = ""] = match;
    return {
      login: login!,
      currency: readCurrency(currency),
      isNetting: /netting|exchange/i.test(rest),
    };
  }
  const login = findValue(rows.slice(0, 20), /^(?:account|login):/i)?.text;
  return { login: login?.match(/\d{3,}/)?.[0] ?? null, currency: null, isNetting: false };
}

/** Open time, position, symbol, type, volume, price, S/L, T/P, close time, price, commission, swap, profit. */
function readPosition(cells: string[], clock: ZoneClock): PositionRow | undefined {
  const [openTime, position = "", symbol = "", type = ""] = cells;
  const side = type.toLowerCase();
  if ((side !== "buy" && side !== "sell") || !isPlatformTime(openTime)) return undefined;
  if (!isPlatformTime(cells[8]) || !/^\d+$/.test(position)) return undefined;
  const closeTime = parsePlatformTime(cells[8]!, clock);
  const volume = parsePlatformVolume(cells[4] ?? "");
  const closePrice = parsePlatformNumber(cells[9] ?? "");
  const profit = parsePlatformNumber(cells[12] ?? "");
  if (closeTime === null || volume === null || closePrice === null || profit === null)
    return undefined;
  return {
    position,
    symbol: symbol.toUpperCase(),
    side,
    volume: parseVolume(volume),
    closeTime,
    closePrice,
    profit: toCents(profit),
  };
}
