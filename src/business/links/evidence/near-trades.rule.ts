import { firstFrom } from "./entry-book.rule.ts";
import { type LinkKind, wantedDirection } from "./link-kind.rule.ts";
import type { WindowTrade } from "./window.rule.ts";

interface Reach {
  kind: LinkKind;
  seconds: number;
}

/**
 * Counts the trades of an account that another one may have matched. Two accounts match at most as often, because the time
 * of an entry is that of a trade; counting takes much less time than comparing.
 */
export function countNearTrades(
  a: readonly WindowTrade[],
  b: readonly WindowTrade[],
  { kind, seconds }: Reach,
): number {
  const reach = seconds * 1000;
  const queues = Map.groupBy(b, ({ direction, instrument }) => `${direction} ${instrument}`);
  const times = new Map(
    [...queues].map(([name, trades]) => [
      name,
      trades
        .map(({ openTime }) => ({ time: openTime }))
        .toSorted((one, other) => one.time - other.time),
    ]),
  );
  return a.filter(({ direction, instrument, openTime }) => {
    const queue = times.get(`${wantedDirection(kind, direction)} ${instrument}`) ?? [];
    const next = queue[firstFrom(queue, openTime - reach)];
    return next !== undefined && next.time <= openTime + reach;
  }).length;
}
