import { formatDecimal } from "../../platform/money/money.ts";
import { exactCents, lotsOf, plainDecimal } from "../exact-amount.rule.ts";
import type { FeedOperation, PlatformRecord } from "../platform.ts";
import { asText } from "./retcodes.rule.ts";
import type { ServerClock } from "./server-clock.rule.ts";

/** An object of the Web API, whose values are text. */
export type Mt5Row = Readonly<Record<string, unknown>>;

export const textOf = (row: Mt5Row, name: string): string => asText(row[name]);

/** The kinds of operations, by the action of the deal; deposits and withdrawals differ by sign. */
const operationKinds: Record<string, FeedOperation["kind"] | "balance"> = {
  2: "balance",
  3: "credit",
  4: "fee",
  5: "correction",
  6: "credit",
  7: "fee",
  8: "fee",
  9: "fee",
  10: "fee",
  11: "fee",
  12: "correction",
  15: "correction",
  16: "correction",
  17: "fee",
  18: "fee",
  19: "correction",
  20: "credit",
};

/** The last time that a date can be, in milliseconds. */
const LATEST = 8.64e15;

const entries: Record<string, "in" | "out" | "inout"> = { 0: "in", 1: "out", 2: "inout", 3: "out" };

/**
 * Returns the time of a deal by the server's clock, in milliseconds; `NaN` if there is none. Older servers state seconds
 * only.
 */
export function serverTimeOf(row: Mt5Row): number {
  const milliseconds = Number(textOf(row, "TimeMsc"));
  const time = milliseconds > 0 ? milliseconds : Number(textOf(row, "Time")) * 1000;
  return time > 0 && time <= LATEST ? time : Number.NaN;
}

/**
 * Converts a deal of MetaTrader 5 to a record.
 * @returns `null` for cancelled deals, which are as if absent, and for actions that move no money
 */
export function readDeal(row: Mt5Row, clock: ServerClock): PlatformRecord | null {
  const action = textOf(row, "Action");
  const isTrade = action === "0" || action === "1";
  const operation = operationKinds[action];
  if (!isTrade && operation === undefined) return null;
  const known = { login: textOf(row, "Login"), ticket: textOf(row, "Deal") };
  const time = clock.toUtc(serverTimeOf(row));
  if (operation === undefined) return readTrade(row, { ...known, time });
  const stated = textOf(row, "Profit");
  const amount = exactCents(stated);
  if (amount === null) return { ...known, time, kind: "inexact", amount: stated };
  const kind =
    operation !== "balance"
      ? operation
      : amount < 0n
        ? ("withdrawal" as const)
        : ("deposit" as const);
  const item = { ticket: known.ticket, time: isoOf(time), kind, amount: formatDecimal(amount) };
  return { ...known, time, kind: "operations", amount: kind === "credit" ? 0n : amount, item };
}

interface Named {
  login: string;
  ticket: string;
  time: number;
}

function readTrade(row: Mt5Row, { login, ticket, time }: Named): PlatformRecord {
  const stated = {
    profit: textOf(row, "Profit") || "0",
    commission: textOf(row, "Commission") || "0",
    swap: textOf(row, "Storage") || "0",
    fee: textOf(row, "Fee") || "0",
  };
  const cents = Object.values(stated).map(exactCents);
  const inexact = Object.values(stated)[cents.indexOf(null)];
  if (inexact !== undefined) return { login, ticket, time, kind: "inexact", amount: inexact };
  const [profit, commission, swap, fee] = (cents as bigint[]).map(formatDecimal) as [
    string,
    string,
    string,
    string,
  ];
  const item = {
    ticket,
    position: textOf(row, "PositionID"),
    time: isoOf(time),
    entry: entries[textOf(row, "Entry")] ?? "in",
    symbol: textOf(row, "Symbol"),
    side: textOf(row, "Action") === "0" ? ("buy" as const) : ("sell" as const),
    volume: volumeOf(row),
    price: plainDecimal(textOf(row, "Price")),
    profit,
    commission,
    swap,
    fee,
  };
  const amount = (cents as bigint[]).reduce((sum, value) => sum + value, 0n);
  return { login, ticket, time, kind: "deals", amount, item };
}

/** Newer servers state 1/100,000,000 lot beside 1/10,000. */
function volumeOf(row: Mt5Row): string {
  const extended = textOf(row, "VolumeExt");
  if (/^\d*[1-9]\d*$/.test(extended)) return lotsOf(BigInt(extended), 8);
  const volume = textOf(row, "Volume");
  return /^\d+$/.test(volume) ? lotsOf(BigInt(volume), 4) : volume;
}

const isoOf = (time: number) => new Date(time).toISOString();
