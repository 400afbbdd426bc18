import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { RecordedOperation } from "./trading-record.rule.ts";

/** The balance with which an account came from the stage before, in cents, and the operations that fund the stage. */
export interface CarriedFunding {
  balance: bigint;
  /** Their tickets, in the order of time. */
  tickets: readonly string[];
}

/**
 * Determines the funding of a stage that keeps its login: the operations before its first deal, up to the one with which
 * their sum is what the initial balance differs from the balance carried over. If the sum is never met, nothing is.
 * @param carried cents
 * @param operations those of the stage, in any order
 * @param firstDealAt the time of the first deal, at whose instant operations come first; infinite without one
 */
export function carriedFunding(
  initialBalance: bigint,
  carried: bigint,
  operations: readonly RecordedOperation[],
  firstDealAt: number,
): CarriedFunding {
  let missing = initialBalance - carried;
  const tickets: string[] = [];
  const before = operations
    .filter(({ kind, time }) => kind !== "credit" && time <= firstDealAt)
    .toSorted((a, b) => a.time - b.time || compareText(a.ticket, b.ticket));
  for (const { ticket, amount } of before) {
    if (missing === 0n) break;
    missing -= amount;
    tickets.push(ticket);
  }
  return { balance: carried, tickets: missing === 0n ? tickets : [] };
}
