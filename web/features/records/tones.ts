import { parseCents } from "../../../src/platform/money/money.ts";

export type Tone = "gain" | "loss";

/** The colour of a result; its sign is in the text. */
export function toneOf(amount: string): Tone | undefined {
  const cents = parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;
  return cents > 0n ? "gain" : cents < 0n ? "loss" : undefined;
}
