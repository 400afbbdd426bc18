import { formatDecimal } from "../../platform/money/money.ts";
import { exactCents } from "../exact-amount.rule.ts";
import type { FeedOperation, PlatformRecord } from "../platform.ts";
import { type FoundRow, textOf, timeOf } from "./match-trader-rows.rule.ts";

/** The types of the ledger that are operations; the others are parts of closings, which the positions show. */
const operationKinds: Record<string, FeedOperation["kind"]> = {
  DEPOSIT: "deposit",
  WITHDRAWAL: "withdrawal",
  CREDIT_IN: "credit",
  CREDIT_OUT: "credit",
  AGENT_COMMISSION: "fee",
};

export const operationTypes = Object.keys(operationKinds);

/** What the ledger shows of each closing. */
export const CLOSING_TYPE = "CLOSED_POSITION";

/** These take away, also if a server should state how much without a sign. */
const taking = new Set(["WITHDRAWAL", "CREDIT_OUT"]);

/** @returns `null` if it is not an operation */
export function readOperation({ login, row }: FoundRow): PlatformRecord | null {
  const type = textOf(row, "type");
  const kind = operationKinds[type];
  if (kind === undefined) return null;
  const ticket = textOf(row, "id");
  const time = timeOf(row, "time");
  const stated = textOf(row, "profit");
  const cents = exactCents(stated);
  if (cents === null) return { login, ticket, time, kind: "inexact", amount: stated };
  const amount = taking.has(type) && cents > 0n ? -cents : cents;
  const isTaken = kind === "deposit" && amount < 0n;
  const item: FeedOperation = {
    ticket,
    time: new Date(time).toISOString(),
    kind: isTaken ? "withdrawal" : kind,
    amount: formatDecimal(amount),
  };
  return { login, ticket, time, kind: "operations", amount: kind === "credit" ? 0n : amount, item };
}
