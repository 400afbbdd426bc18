import type { Holding, PositionedDeal } from "./mt5-positions.ts";

/** How many deals are searched for, each in a call of its own, and how many positions are compared with them. */
const MAX_DEALS = 1000;
const MAX_COMPARISONS = 1_000_000;

/** A closing deal and its position. */
export interface Match {
  deal: PositionedDeal;
  holding: Holding;
  /** Whether the deal may just as well have closed a part of another position. */
  isGuess: boolean;
}

/**
 * Finds the positions of which deals closed a part. Every position with a row in the Positions table must end without a
 * remaining volume and, if possible, without a profit that its deals do not explain. If nothing fits, a deal closes a
 * part of the oldest position with enough volume.
 * @param deals of one symbol and side, in chronological order
 * @param holdings the positions that they may have closed; the volumes that are found are subtracted
 */
export function matchParts(deals: PositionedDeal[], holdings: Holding[]): Match[] {
  const open = holdings
    .filter(({ volume }) => volume > 0n)
    .toSorted((a, b) => a.openedAt - b.openedAt);
  if (deals.length > MAX_DEALS) return matchOldest(deals, open);
  return (
    new PartSearch(deals, open, true).run() ??
    new PartSearch(deals, open, false).run() ??
    matchOldest(deals, open)
  );
}

/** Tries the positions of each deal in turn, and goes back if a position cannot be explained. */
class PartSearch {
  readonly #deals: PositionedDeal[];
  readonly #open: Holding[];
  readonly #comparesProfit: boolean;
  readonly #matches: Match[] = [];
  #comparisons = 0;

  constructor(deals: PositionedDeal[], open: Holding[], comparesProfit: boolean) {
    this.#deals = deals;
    this.#open = open;
    this.#comparesProfit = comparesProfit;
  }

  /** @returns `undefined`, with all volumes as before, if nothing fits */
  run(): Match[] | undefined {
    return this.#matchFrom(0) ? this.#matches : undefined;
  }

  #matchFrom(index: number): boolean {
    this.#comparisons += this.#open.length;
    if (this.#comparisons > MAX_COMPARISONS) return false;
    const deal = this.#deals[index];
    const time = deal?.time ?? Number.POSITIVE_INFINITY;
    if (!this.#open.every((holding) => holding.closedAt >= time || this.#isExplained(holding)))
      return false;
    if (!deal) return true;
    const candidates = this.#open.filter((holding) => fits(deal, holding));
    // A position that was opened before the period may have no row.
    if (candidates.length === 0) return this.#matchFrom(index + 1);
    return candidates.some((holding) => {
      take(deal, holding);
      const isGuess = candidates.some(
        (other) => other !== holding && !this.#decides(holding, other),
      );
      this.#matches.push({ deal, holding, isGuess });
      if (this.#matchFrom(index + 1)) return true;
      this.#matches.pop();
      giveBack(deal, holding);
      return false;
    });
  }

  /** Whether the profits show which of two positions a deal closed. Without a row, a position has none to compare. */
  #decides(one: Holding, other: Holding): boolean {
    return this.#comparesProfit && (hasRow(one) || hasRow(other));
  }

  #isExplained({ volume, profit }: Holding): boolean {
    return volume === 0n && (profit === 0n || !this.#comparesProfit);
  }
}

const hasRow = ({ closedAt }: Holding) => closedAt < Number.POSITIVE_INFINITY;

function matchOldest(deals: PositionedDeal[], open: Holding[]): Match[] {
  const waiting = open.values();
  let next = waiting.next();
  const held: Holding[] = [];
  return deals.flatMap((deal) => {
    for (; !next.done && next.value.openedAt <= deal.time; next = waiting.next())
      held.push(next.value);
    const holding = held.find((each) => fits(deal, each));
    if (!holding) return [];
    const isGuess = held.some((other) => other !== holding && fits(deal, other));
    take(deal, holding);
    if (holding.volume === 0n) held.splice(held.indexOf(holding), 1);
    return [{ deal, holding, isGuess }];
  });
}

function fits({ time, volume }: PositionedDeal, holding: Holding): boolean {
  return holding.openedAt <= time && time <= holding.closedAt && volume <= holding.volume;
}

/** Subtracts a deal from the volume and profit that remain to be explained. */
export function take({ volume, profit }: PositionedDeal, holding: Holding): void {
  holding.volume -= volume;
  holding.profit -= profit;
}

function giveBack({ volume, profit }: PositionedDeal, holding: Holding): void {
  holding.volume += volume;
  holding.profit += profit;
}
