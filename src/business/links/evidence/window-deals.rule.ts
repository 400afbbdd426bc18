import { openedTradesOf } from "../../record/derivation/trades.rule.ts";
import type { RecordedDeal } from "../../rulebook/timeline/trading-record.rule.ts";
import type { StageDeals } from "./exposure.rule.ts";
import type { Window } from "./window.rule.ts";

/** What a deal says about when, where and how much was traded. */
export type PlainDeal = Pick<
  RecordedDeal,
  "ticket" | "position" | "time" | "entry" | "symbol" | "side" | "volume"
>;

/** Returns a deal without a price and results, which the comparison of accounts does not need. */
export const withoutResults = (deal: PlainDeal): RecordedDeal => ({
  ...deal,
  price: "0",
  profit: 0n,
  commission: 0n,
  swap: 0n,
  fee: 0n,
});

/** Returns the deals of the trades that were opened in one of the windows, up to the end of the last such window. */
export function dealsOfWindows(
  stages: readonly StageDeals[],
  windows: readonly Window[],
): StageDeals[] {
  return stages.map((deals) => {
    const ends = new Map<string, number>();
    for (const { from, to } of windows) {
      for (const trade of openedTradesOf(deals.filter(({ time }) => time < to))) {
        if (trade.openTime < from) continue;
        ends.set(trade.position, Math.max(to, ends.get(trade.position) ?? to));
      }
    }
    return deals.filter(
      ({ position, time }) => time < (ends.get(position) ?? Number.NEGATIVE_INFINITY),
    );
  });
}

/** Returns the window of evidence. */
export const windowOfEvidence = ({ from, to }: { from: string; to: string }): Window => ({
  from: Date.parse(from),
  to: Date.parse(to),
});
