import { SECOND } from "../../platform/time/durations.rule.ts";
import type { Following } from "../demo-trader.ts";
import type { TradingPeriod } from "../account-history.ts";
import type { Market } from "./market.ts";
import type { Position } from "./position.ts";
import type { Random } from "./random.ts";

/**
 * Repeats the positions of another account some seconds later, at the prices of that moment.
 * @returns those that were opened in the period; one whose repeated exit lies beyond it stays open
 */
export function follow(
  market: Market,
  positions: readonly Position[],
  { isOpposite, lag, share }: Pick<Following, "isOpposite" | "lag" | "share">,
  { period, random }: { period: TradingPeriod; random: Random },
): Position[] {
  const later = () => random.integer(1, lag) * SECOND;
  return positions.flatMap((position) => {
    const { instrument, volume, exit } = position;
    const openTime = position.openTime + later();
    if (openTime < period.fundedAt || openTime > period.end) return [];
    const side = isOpposite ? (position.side === "buy" ? "sell" : "buy") : position.side;
    const repeated = {
      instrument,
      side,
      volume: Math.max(1, Math.round(volume * share)),
      openTime,
      openPrice: market.openPriceAt(instrument, side, openTime),
    };
    const time = exit ? exit.time + later() : Infinity;
    if (time > period.until) return [repeated];
    return [{ ...repeated, exit: { time, price: market.closePriceAt(instrument, side, time) } }];
  });
}
