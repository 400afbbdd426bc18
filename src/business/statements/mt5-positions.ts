import type { DealSide } from "../timeline/trading-record.rule.ts";

/** A row of the Positions table: a position that was closed in the period. */
export interface PositionRow {
  position: string;
  symbol: string;
  side: DealSide;
  closeTime: number;
  closePrice: string;
  profit: bigint;
}

/** A deal whose position is to be found. Deals must be passed in the order of the file, which is chronological. */
export interface PositionedDeal {
  order: string;
  time: number;
  symbol: string;
  side: DealSide;
  volume: bigint;
  price: string;
  profit: bigint;
}

interface OpenPosition {
  position: string;
  symbol: string;
  side: DealSide;
  volume: bigint;
}

const opposite = (side: DealSide): DealSide => (side === "buy" ? "sell" : "buy");

/**
 * Finds the position of each deal of a MetaTrader 5 report, whose Deals table states only orders. A position has the
 * number of the order that opened it. A closing deal belongs to the open position of the same symbol and opposite
 * side whose row in the Positions table matches the deal best; of equal matches, to the oldest one.
 */
export class PositionFinder {
  readonly #closedRows = new Map<string, PositionRow>();
  readonly #open: OpenPosition[] = [];
  readonly #isNetting: boolean;
  closed = 0;

  constructor(rows: PositionRow[], isNetting: boolean) {
    for (const row of rows) this.#closedRows.set(row.position, row);
    this.#isNetting = isNetting;
  }

  get openPositions(): number {
    return this.#open.length;
  }

  opened(deal: PositionedDeal): string {
    const { order, symbol, side, volume } = deal;
    const held = this.#isNetting
      ? this.#open.find((open) => open.symbol === symbol && open.side === side)
      : undefined;
    if (held) {
      held.volume += volume;
      return held.position;
    }
    this.#open.push({ position: order, symbol, side, volume });
    return order;
  }

  closedBy(deal: PositionedDeal): string {
    const held = this.#matchOpen(deal);
    if (!held) return this.#matchEarlier(deal) ?? deal.order;
    held.volume -= deal.volume;
    if (held.volume <= 0n) {
      this.#open.splice(this.#open.indexOf(held), 1);
      this.closed += 1;
    }
    return held.position;
  }

  /** Reverses the position of a netting account: all of it is closed, and the remainder is opened on the other side. */
  reversed(deal: PositionedDeal): string {
    const held = this.#open.find(({ symbol }) => symbol === deal.symbol);
    if (!held) return this.opened(deal);
    held.volume = deal.volume - held.volume;
    held.side = deal.side;
    return held.position;
  }

  #matchOpen(deal: PositionedDeal): OpenPosition | undefined {
    const candidates = this.#open.filter(
      ({ symbol, side, volume }) =>
        symbol === deal.symbol && side === opposite(deal.side) && volume >= deal.volume,
    );
    if (candidates.length < 2) return candidates[0];
    const best = candidates.map((candidate, age) => ({
      candidate,
      age,
      score: this.#score(candidate, deal),
    }));
    best.sort((a, b) => b.score - a.score || a.age - b.age);
    return best[0]!.candidate;
  }

  /** Scores how well the Positions table matches: the closing time first, then volume, price and profit. */
  #score({ position, volume }: OpenPosition, deal: PositionedDeal): number {
    const row = this.#closedRows.get(position);
    if (!row || row.closeTime < deal.time) return 0;
    return (
      1 +
      (row.closeTime === deal.time ? 8 : 0) +
      (volume === deal.volume ? 4 : 0) +
      (row.closePrice === deal.price ? 2 : 0) +
      (row.profit === deal.profit ? 1 : 0)
    );
  }

  /** Finds a position that was opened before the period of the report. */
  #matchEarlier(deal: PositionedDeal): string | undefined {
    for (const row of this.#closedRows.values()) {
      if (
        row.symbol !== deal.symbol ||
        row.side !== opposite(deal.side) ||
        row.closeTime !== deal.time
      )
        continue;
      this.#closedRows.delete(row.position);
      this.closed += 1;
      return row.position;
    }
    return undefined;
  }
}
