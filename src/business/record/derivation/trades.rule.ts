import { divideRounded, formatUnits } from "../../../platform/money/money.ts";
import {
  compareWithinInstant,
  formatVolume,
  netOf,
  parseVolume,
  type RecordedDeal,
} from "../../rulebook/timeline/trading-record.rule.ts";
import { OpenPositions } from "../../rulebook/timeline/open-positions.rule.ts";

/** A position from its first deal to the one that closes it, with the sum of its deals. */
export interface Trade {
  position: string;
  symbol: string;
  side: "buy" | "sell";
  /** The total volume opened; of a reversal, what was left after it had closed the position. */
  volume: string;
  openTime: number;
  /** `null` while the position is open. */
  closeTime: number | null;
  /** Averages weighted by volume, with as many decimals as the most precise deal. */
  openPrice: string;
  closePrice: string | null;
  profit: bigint;
  commission: bigint;
  swap: bigint;
  fee: bigint;
  net: bigint;
}

/** Returns the trades of a record in the order of their first deals. */
export function tradesOf(deals: readonly RecordedDeal[]): Trade[] {
  return positionsOf(deals).map(tradeOf);
}

/** Returns the trades that a record saw opened: an earlier stage, or nothing that is known, has opened the others. */
export function openedTradesOf(deals: readonly RecordedDeal[]): Trade[] {
  return positionsOf(deals)
    .filter(([first]) => first!.entry !== "out")
    .map(tradeOf);
}

function positionsOf(deals: readonly RecordedDeal[]): RecordedDeal[][] {
  const sorted = deals.toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b));
  return [...Map.groupBy(sorted, ({ position }) => position).values()];
}

function tradeOf(deals: RecordedDeal[]): Trade {
  const [first] = deals as [RecordedDeal];
  const positions = new OpenPositions();
  const opening: Fill[] = [];
  const closing: Fill[] = [];
  for (const deal of deals) {
    const { price, entry } = deal;
    const volume = parseVolume(deal.volume);
    const open = positions.volumeOf(deal.position);
    const reversed = open < volume ? open : volume;
    const closed = { in: 0n, out: volume, inout: reversed }[entry];
    positions.apply(deal);
    if (entry !== "out") opening.push({ price, volume: volume - closed });
    if (entry !== "in") closing.push({ price, volume: closed });
  }
  const isClosed = positions.isFlat && closing.length > 0;
  const sum = (pick: (deal: RecordedDeal) => bigint) =>
    deals.reduce((total, deal) => total + pick(deal), 0n);
  // If the opening deal is missing, the trade is on the opposite side of its closing deal.
  const side = first.entry === "out" ? (first.side === "buy" ? "sell" : "buy") : first.side;
  const opened = opening.length > 0 ? opening : closing;
  return {
    position: first.position,
    symbol: first.symbol,
    side,
    volume: formatVolume(volumeOf(opened)),
    openTime: first.time,
    closeTime: isClosed ? deals.at(-1)!.time : null,
    openPrice: averagePrice(opened),
    closePrice: closing.length > 0 ? averagePrice(closing) : null,
    profit: sum(({ profit }) => profit),
    commission: sum(({ commission }) => commission),
    swap: sum(({ swap }) => swap),
    fee: sum(({ fee }) => fee),
    net: sum(netOf),
  };
}

/** What a deal opens or closes, in units of `parseVolume`. */
interface Fill {
  price: string;
  volume: bigint;
}

const volumeOf = (fills: Fill[]) => fills.reduce((total, { volume }) => total + volume, 0n);

/** Computes the average weighted by volume, rounded half away from zero to the decimals of the most precise price. */
function averagePrice(fills: Fill[]): string {
  const [first, ...others] = fills as [Fill, ...Fill[]];
  const total = volumeOf(fills);
  if (total === 0n || others.every(({ price }) => price === first.price)) return first.price;
  const decimals = Math.max(...fills.map(({ price }) => price.split(".")[1]?.length ?? 0));
  const units = (price: string) => {
    const [whole = "0", fraction = ""] = price.split(".");
    return BigInt(whole + fraction.padEnd(decimals, "0"));
  };
  const weighted = fills.reduce((sum, { price, volume }) => sum + units(price) * volume, 0n);
  return formatUnits(divideRounded(weighted, total), decimals);
}

/** What trades can be sorted by; an open trade has the latest closing time. */
export const tradeSorts = ["id", "openTime", "closeTime", "symbol", "volume", "net"] as const;
