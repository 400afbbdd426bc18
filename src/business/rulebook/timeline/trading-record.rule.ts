import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { formatUnits } from "../../../platform/money/money.ts";

/** `in` opens or adds, `out` closes, `inout` reverses. */
export const dealEntries = ["in", "out", "inout"] as const;
export type DealEntry = (typeof dealEntries)[number];
export const dealSides = ["buy", "sell"] as const;
export type DealSide = (typeof dealSides)[number];

/** Balance changes that are not trading. A credit is kept but is not part of the balance. */
export const operationKinds = ["deposit", "withdrawal", "correction", "fee", "credit"] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * The trading record of a stage, as rules read it. Times are milliseconds since 1970 UTC, amounts cents,
 * volumes and prices decimal text.
 */
export interface TradingRecord {
  deals: RecordedDeal[];
  operations: RecordedOperation[];
  snapshots: RecordedSnapshot[];
}

/** An execution. `position` names the trade that it opens, adds to or closes. */
export interface RecordedDeal {
  ticket: string;
  position: string;
  time: number;
  entry: DealEntry;
  symbol: string;
  side: DealSide;
  volume: string;
  price: string;
  profit: bigint;
  commission: bigint;
  swap: bigint;
  fee: bigint;
}

export interface RecordedOperation {
  ticket: string;
  time: number;
  kind: OperationKind;
  amount: bigint;
}

export interface RecordedSnapshot {
  time: number;
  balance: bigint;
  equity: bigint;
}

/** Returns the amount by which a deal changes the balance. */
export function netOf({
  profit,
  commission,
  swap,
  fee,
}: Pick<RecordedDeal, "profit" | "commission" | "swap" | "fee">): bigint {
  return profit + commission + swap + fee;
}

/** Orders the deals of one instant: positions open before they close, whatever order the deals arrived in. */
export function compareWithinInstant(
  a: Pick<RecordedDeal, "entry" | "ticket">,
  b: Pick<RecordedDeal, "entry" | "ticket">,
): number {
  const rank = ({ entry }: Pick<RecordedDeal, "entry">) =>
    entry === "in" ? 0 : entry === "inout" ? 1 : 2;
  return rank(a) - rank(b) || compareText(a.ticket, b.ticket);
}

const EARLIEST = Date.UTC(1970, 0, 1);
const END = Date.UTC(2101, 0, 1);

/**
 * Whether records and stages may have a time, in milliseconds since 1970 UTC. Rules are judged on every day that a stage
 * spans, so a time in the year 9999 would take minutes.
 */
export function isRecordTime(time: number): boolean {
  return time >= EARLIEST && time < END;
}

/** Volumes have at most eight decimals; rules compare and add them as whole units of the last one. */
const DECIMALS = 8;

export function parseVolume(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, "0"));
}

/** Formats a volume with at least two decimals, and no trailing zeros beyond them. */
export function formatVolume(units: bigint): string {
  return formatUnits(units, DECIMALS).replace(/(\.\d\d\d*?)0+$/, "$1");
}
