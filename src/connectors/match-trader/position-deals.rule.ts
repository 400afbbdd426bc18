import { formatDecimal } from "../../platform/money/money.ts";
import { exactCents, lotsOf, plainDecimal } from "../exact-amount.rule.ts";
import type { FeedDeal, PlatformRecord } from "../platform.ts";
import { type Row, textOf, timeOf } from "./match-trader-rows.rule.ts";

/** A closing of a position, of which others may follow. */
export interface PartialClosing {
  uid: string;
  time: number;
  /** In 1/100,000,000 lots. */
  volume: bigint;
}

const DECIMALS = 8;

/** Returns a volume in lots as a whole number of 1/100,000,000. */
function unitsOf(row: Row): bigint {
  const [whole = "0", fraction = ""] = textOf(row, "volume").split(".");
  return BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, "0")}`);
}

/** Identifies a closing among those of its position. */
export const uidOf = (row: Row) => textOf(row, "uid") || textOf(row, "closeTime");

interface PositionRows {
  login: string;
  /** What is open now, if anything is. */
  open: Row | undefined;
  /** The closings that were read. */
  closed: Row[];
  /** Closings that were read before, of which some may be among these. */
  earlier: readonly PartialClosing[];
}

/**
 * Makes the deals of a position, which the platform does not have: one of the opening, with the volume that is open and
 * what was closed of it, and one of each closing, of which the last one ends the position.
 * @returns them, and all closings if others may follow or there were several
 */
export function dealsOf({ login, open, closed, earlier }: PositionRows): {
  records: PlatformRecord[];
  closings: PartialClosing[];
} {
  const byUid = new Map(earlier.map((each) => [each.uid, each]));
  for (const row of closed) {
    const uid = uidOf(row);
    byUid.set(uid, { uid, time: timeOf(row, "closeTime"), volume: unitsOf(row) });
  }
  const closings = [...byUid.values()].toSorted(
    (one, other) => one.time - other.time || (one.uid < other.uid ? -1 : 1),
  );
  const last = open ? undefined : closings.at(-1)?.uid;
  const left = open ? unitsOf(open) : 0n;
  const opened = closings.reduce((sum, { volume }) => sum + volume, left);
  const records = [openingOf(login, (open ?? closed[0])!, opened)];
  for (const row of closed) records.push(closingOf(login, row, uidOf(row) === last));
  return { records, closings: open || closings.length > 1 ? closings : [] };
}

function openingOf(login: string, row: Row, volume: bigint): PlatformRecord {
  const id = textOf(row, "id");
  const time = timeOf(row, "openTime");
  const item: FeedDeal = {
    ticket: `${id}/in`,
    position: id,
    time: new Date(time).toISOString(),
    entry: "in",
    symbol: textOf(row, "symbol"),
    side: textOf(row, "side").toUpperCase() === "SELL" ? "sell" : "buy",
    volume: lotsOf(volume, DECIMALS),
    price: plainDecimal(textOf(row, "openPrice")),
    profit: "0.00",
    commission: "0.00",
    swap: "0.00",
    fee: "0.00",
  };
  return { login, ticket: item.ticket, time, kind: "deals", amount: 0n, item };
}

function closingOf(login: string, row: Row, isLast: boolean): PlatformRecord {
  const id = textOf(row, "id");
  const ticket = isLast ? `${id}/out` : `${id}/out/${uidOf(row)}`;
  const time = timeOf(row, "closeTime");
  const stated = ["profit", "commission", "swap"].map((name) => textOf(row, name) || "0");
  const cents = stated.map(exactCents);
  const inexact = stated[cents.indexOf(null)];
  if (inexact !== undefined) return { login, ticket, time, kind: "inexact", amount: inexact };
  const [profit, commission, swap] = cents as [bigint, bigint, bigint];
  const item: FeedDeal = {
    ticket,
    position: id,
    time: new Date(time).toISOString(),
    entry: "out",
    symbol: textOf(row, "symbol"),
    // The side that is stated is the position's.
    side: textOf(row, "side").toUpperCase() === "SELL" ? "buy" : "sell",
    volume: lotsOf(unitsOf(row), DECIMALS),
    price: plainDecimal(textOf(row, "closePrice")),
    profit: formatDecimal(profit),
    commission: formatDecimal(commission),
    swap: formatDecimal(swap),
    fee: "0.00",
  };
  return { login, ticket, time, kind: "deals", amount: profit + commission + swap, item };
}
