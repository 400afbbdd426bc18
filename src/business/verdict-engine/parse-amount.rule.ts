import { parseCents } from "../../platform/money/money.ts";

/** Cents of an amount in rules, whose schema has checked it. */
export function parseAmount(amount: string): bigint {
  return parseCents(amount)!;
}
