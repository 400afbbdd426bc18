import { parseCents } from "../../../src/platform/money/money.ts";

export type Tone = "gain" | "loss";

/** Returns the colour of a result; the text contains its sign. */
export function toneOf(amount: string): Tone | undefined {
  const cents = parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;
  return cents > 0n ? "gain" : cents < 0n ? "loss" : undefined;
}
