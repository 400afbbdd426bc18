import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { TradingRecord } from "../../rulebook/timeline/trading-record.rule.ts";
import type { CaseRecords } from "./case.schema.ts";
import { equityPointOf, thin } from "../derivation/equity.rule.ts";
import { timelineOf } from "../../rulebook/engine/judge-records.rule.ts";
import type { JudgedCase } from "./judged-case.rule.ts";

/** Converts the records of a case into the form that the engine reads. */
export function toTradingRecord({ deals, operations, snapshots }: CaseRecords): TradingRecord {
  return {
    deals: deals.map((deal) => ({
      ...deal,
      time: Date.parse(deal.time),
      profit: storedCents(deal.profit),
      commission: storedCents(deal.commission),
      swap: storedCents(deal.swap),
      fee: storedCents(deal.fee),
    })),
    operations: operations.map((operation) => ({
      ...operation,
      time: Date.parse(operation.time),
      amount: storedCents(operation.amount),
    })),
    snapshots: snapshots.map(({ time, balance, equity }) => ({
      time: Date.parse(time),
      balance: storedCents(balance),
      equity: storedCents(equity),
    })),
  };
}

interface Placed {
  time: string;
  ticket?: string;
}

/** A record that is out of place, although its own fields may be valid. */
export interface MisplacedRecord {
  list: keyof CaseRecords;
  index: number;
  message: string;
}

/**
 * Finds the first record that is out of place. Each list must be sorted by time and then ticket, must not contain
 * duplicates, and must end no later than the verdict.
 */
export function findMisplaced(records: CaseRecords, asOf: string): MisplacedRecord | undefined {
  for (const list of ["deals", "operations", "snapshots"] as const) {
    const placed: Placed[] = records[list];
    for (const [index, record] of placed.entries()) {
      const message = describeMisplaced(placed[index - 1], record, asOf);
      if (message) return { list, index, message };
    }
  }
  return undefined;
}

function describeMisplaced(before: Placed | undefined, record: Placed, asOf: string) {
  if (record.time > asOf) return `is later than the verdict of ${asOf}`;
  if (!before || before.time < record.time) return undefined;
  if (before.time > record.time) return "is earlier than the record before it";
  if (before.ticket === record.ticket) return "repeats the record before it";
  return undefined;
}

/** Balance and equity over time; equity is `null` if it was not observed. */
export interface CurvePoint {
  time: Date;
  balance: string;
  equity: string | null;
}

/**
 * Returns the balance and equity curve of a case, thinned to at most `limit` points that include its lows and
 * highs.
 */
export function curveOf({ file, groups, engine }: JudgedCase, limit: number): CurvePoint[] {
  const timeline = timelineOf(file.stage, groups, engine);
  const points = groups.map((group) => equityPointOf(timeline.play(group)));
  return thin(points, limit).map(({ time, balance, equity }) => ({
    time: new Date(time),
    balance: formatDecimal(balance),
    equity: equity === null ? null : formatDecimal(equity),
  }));
}
