import { OpenPositions } from "../timeline/open-positions.rule.ts";
import {
  compareWithinInstant,
  netOf,
  parseVolume,
  type RecordedDeal,
} from "../timeline/trading-record.rule.ts";

/** A closed position that the stage saw opened. Times are milliseconds since 1970 UTC. */
export interface ClosedTrade {
  position: string;
  openTime: number;
  closeTime: number;
  /** The sum of its deals, in cents. */
  net: bigint;
  /** What its deals entered, in units of `parseVolume`. */
  volume: bigint;
}

/** Returns the closed trades of a record, as the derived table of trades contains them. */
export function closedTradesOf(deals: readonly RecordedDeal[]): ClosedTrade[] {
  const sorted = deals.toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b));
  const byPosition = Map.groupBy(sorted, ({ position }) => position);
  return Array.from(byPosition.values()).flatMap((of) => closedTradeOf(of) ?? []);
}

function closedTradeOf(deals: readonly RecordedDeal[]): ClosedTrade | null {
  const [first] = deals as [RecordedDeal];
  const { position } = first;
  if (first.entry === "out") return null;
  const positions = new OpenPositions();
  let volume = 0n;
  for (const deal of deals) {
    const units = parseVolume(deal.volume);
    const open = positions.volumeOf(position);
    if (deal.entry === "in") volume += units;
    else if (deal.entry === "inout" && units > open) volume += units - open;
    positions.apply(deal);
  }
  if (!positions.isFlat) return null;
  const net = deals.reduce((sum, deal) => sum + netOf(deal), 0n);
  return { position, openTime: first.time, closeTime: deals.at(-1)!.time, net, volume };
}
