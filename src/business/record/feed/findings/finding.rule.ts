import { keysOf } from "../../../../platform/fields/keys-of.rule.ts";
import { formatDecimal, moneyIn, storedCents } from "../../../../platform/money/money.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import type { FindingRecord } from "./finding.schema.ts";

/** How the platform shows a record otherwise than it was fed. */
export const findingLabels = {
  changed: "Changed",
  missing: "Missing",
} as const;

export const findingKinds = keysOf(findingLabels);

/** `resolved`: the platform shows the recorded content again, or yet another one, which has a finding of its own. */
export const findingStatusLabels = {
  open: "Open",
  accepted: "Accepted",
  kept: "Kept",
  resolved: "Resolved",
} as const;

export type FindingStatus = keyof typeof findingStatusLabels;
export const findingStatuses = keysOf(findingStatusLabels);

export const findingDecisions = ["accept", "keep"] as const;
export type FindingDecision = (typeof findingDecisions)[number];

/**
 * Returns a record in words: `in, buy 0.50 EURUSD at 1.08345, -$1.75, at 2026-03-02 09:00:00 UTC`.
 * @param currency plain amounts without it
 */
export function describeFound(record: FindingRecord, currency?: string): string {
  const money = currency === undefined ? formatDecimal : moneyIn(currency);
  const time = timeInWords(record.time);
  if ("kind" in record) return `${record.kind} of ${money(storedCents(record.amount))} at ${time}`;
  const { entry, side, volume, symbol, price, profit, commission, swap, fee } = record;
  const net = [profit, commission, swap, fee].reduce((sum, each) => sum + storedCents(each), 0n);
  return `${entry}, ${side} ${volume} ${symbol} at ${price}, ${money(net)}, at ${time}`;
}
