import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { type Instrument, instruments, isMarketOpen, type Market } from "./market.ts";
import { type Position, profitAt } from "./position.ts";

/** The times of the entries, after the start. */
const ENTRIES = [15 * SECOND, MINUTE, 105 * SECOND];
/** The loss is reached between these times after the start. */
const EARLIEST = 2 * MINUTE;
const LATEST = 4 * MINUTE;
const HOLDING = 30 * MINUTE;

/** A losing trade of some minutes: the entries, and the moment of the largest loss. */
interface Descent {
  instrument: Instrument;
  side: "buy" | "sell";
  worst: number;
  /** The change against the position, as a share of the price. */
  depth: number;
}

/**
 * Returns the positions of a trader who doubles the volume each time that the market has moved against the last one. All
 * of them are on the side that loses most within the next minutes.
 * @param loss cents that the positions have lost together at the worst moment, at least
 */
export function doubleDown(market: Market, start: number, loss: number): Position[] {
  const { instrument, side, worst } = deepestDescent(market, start);
  const entries = ENTRIES.map((after) => {
    const openTime = Math.floor((start + after) / SECOND) * SECOND;
    return {
      instrument,
      side,
      openTime,
      openPrice: market.openPriceAt(instrument, side, openTime),
    };
  });
  const price = market.closePriceAt(instrument, side, worst);
  const lost = entries.reduce(
    (sum, entry, index) => sum - Number(profitAt({ ...entry, volume: 100 * 2 ** index }, price)),
    0,
  );
  const volume = Math.ceil((100 * loss) / lost);
  const time = worst + HOLDING;
  const exit = { time, price: market.closePriceAt(instrument, side, time) };
  return entries.map((entry, index) => ({ ...entry, volume: volume * 2 ** index, exit }));
}

function deepestDescent(market: Market, start: number): Descent {
  const open = instruments.filter((instrument) => isMarketOpen(instrument, start + LATEST));
  const descents = open.flatMap((instrument) =>
    (["buy", "sell"] as const).map((side) => descentOf(market, instrument, side, start)),
  );
  return descents.reduce((deepest, each) => (each.depth > deepest.depth ? each : deepest));
}

function descentOf(
  market: Market,
  instrument: Instrument,
  side: "buy" | "sell",
  start: number,
): Descent {
  const first = market.openPriceAt(instrument, side, start + ENTRIES[0]!);
  const direction = side === "buy" ? -1 : 1;
  let [worst, depth] = [start + LATEST, -Infinity];
  for (let time = start + EARLIEST; time <= start + LATEST; time += SECOND) {
    const change = (direction * (market.closePriceAt(instrument, side, time) - first)) / first;
    if (change > depth) [worst, depth] = [time, change];
  }
  return { instrument, side, worst, depth };
}
