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
  /** The total volume opened. */
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
export function tradesOf(deals: RecordedDeal[]): Trade[] {
  const byPosition = Map.groupBy(
    deals.toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b)),
    ({ position }) => position,
  );
  return [...byPosition.values()].map(tradeOf);
}

function tradeOf(deals: RecordedDeal[]): Trade {
  const [first] = deals as [RecordedDeal];
  const positions = new OpenPositions();
  for (const deal of deals) positions.apply(deal);
  const opening = deals.filter(({ entry }) => entry !== "out");
  const closing = deals.filter(({ entry }) => entry !== "in");
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
    volume: formatVolume(opened.reduce((total, { volume }) => total + parseVolume(volume), 0n)),
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

/** Computes the average weighted by volume, rounded half away from zero to the decimals of the most precise price. */
function averagePrice(deals: RecordedDeal[]): string {
  const [first, ...others] = deals as [RecordedDeal, ...RecordedDeal[]];
  if (others.every(({ price }) => price === first.price)) return first.price;
  const decimals = Math.max(...deals.map(({ price }) => price.split(".")[1]?.length ?? 0));
  const units = (price: string) => {
    const [whole = "0", fraction = ""] = price.split(".");
    return BigInt(whole + fraction.padEnd(decimals, "0"));
  };
  const volume = deals.reduce((total, deal) => total + parseVolume(deal.volume), 0n);
  const weighted = deals.reduce(
    (total, deal) => total + units(deal.price) * parseVolume(deal.volume),
    0n,
  );
  return formatUnits(divideRounded(weighted, volume), decimals);
}

/** What trades can be sorted by; an open trade has the latest closing time. */
export const tradeSorts = ["id", "openTime", "closeTime", "symbol", "volume", "net"] as const;
