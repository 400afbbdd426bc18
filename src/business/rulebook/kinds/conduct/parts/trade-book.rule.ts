import { compareText } from "../../../../../platform/fields/compare-text.rule.ts";
import type { Instant } from "../../../timeline/timeline.rule.ts";
import { type DealSide, netOf, type RecordedDeal } from "../../../timeline/trading-record.rule.ts";

/** A position that the stage saw opened. Amounts are cents, times milliseconds since 1970 UTC. */
export interface Trade {
  position: string;
  symbol: string;
  /** That of its first deal. */
  side: DealSide;
  openTime: number;
  /** `null` while it is open. */
  closeTime: number | null;
  /** The place in the order of opening: by time, then by the first ticket. */
  sequence: number;
  /** The sum of its deals. */
  net: bigint;
  /** The tickets of its deals, in the order of time. */
  deals: string[];
  /** Whether sources disagree about one of its deals. */
  isContested?: true;
}

/** What the deals of one instant did to trades. */
export interface TradeStep {
  time: number;
  deals: { trade: Trade; deal: RecordedDeal }[];
  /** Trades whose first deal this is, in the order of opening; some may be closed again. */
  opened: Trade[];
  /** Trades that were closed, whether they were open before or not. */
  closed: Trade[];
  /** Trades that are open and were not before, and the reverse. */
  began: Trade[];
  ended: Trade[];
}

export interface TradeBookState {
  /** The sequence of the next trade. */
  next: number;
  trades: Trade[];
}

export const emptyTradeBook = (): TradeBookState => ({ next: 0, trades: [] });

/** The open trades of a stage, and the closed ones that rules refer to. */
export class TradeBook {
  readonly #trades = new Map<string, Trade>();
  readonly #contested: ReadonlySet<string>;
  /** Open trades by position, in the order of opening. */
  readonly open = new Map<string, Trade>();
  #next: number;

  /** @param contested positions about a deal of which sources disagree */
  constructor({ next, trades }: TradeBookState, contested: readonly string[]) {
    this.#next = next;
    this.#contested = new Set(contested);
    for (const trade of trades) {
      this.#trades.set(trade.position, trade);
      if (trade.closeTime === null) this.open.set(trade.position, trade);
    }
  }

  get state(): TradeBookState {
    const trades = [...this.#trades.values()].toSorted((a, b) => a.sequence - b.sequence);
    return { next: this.#next, trades };
  }

  tradeOf(position: string): Trade {
    return this.#trades.get(position)!;
  }

  play(instant: Instant): TradeStep {
    const { time, deals, legs } = instant;
    const touched = new Set<Trade>();
    const wasOpen = new Set<Trade>();
    const opened: Trade[] = [];
    const step: TradeStep = { time, deals: [], opened, closed: [], began: [], ended: [] };
    const openings = new Set(
      legs.filter(({ event }) => event === "opened").map(({ position }) => position),
    );
    for (const deal of deals) {
      let trade = this.#trades.get(deal.position);
      if (!trade) {
        if (!openings.has(deal.position) || deal.entry === "out") continue;
        trade = newTrade(deal);
        if (this.#contested.has(deal.position)) trade.isContested = true;
        this.#trades.set(deal.position, trade);
        opened.push(trade);
      } else if (trade.closeTime === null && !touched.has(trade)) wasOpen.add(trade);
      touched.add(trade);
      trade.net += netOf(deal);
      trade.deals.push(deal.ticket);
      step.deals.push({ trade, deal });
    }
    for (const { position, event } of legs) {
      const trade = this.#trades.get(position);
      if (trade) trade.closeTime = event === "closed" ? time : null;
    }
    opened.sort((a, b) => compareText(a.deals[0]!, b.deals[0]!));
    for (const trade of opened) {
      trade.sequence = this.#next;
      this.#next += 1;
    }
    for (const trade of new Set([...opened, ...touched])) {
      if (trade.closeTime === time) step.closed.push(trade);
      const isOpen = trade.closeTime === null;
      if (isOpen && !wasOpen.has(trade)) step.began.push(trade);
      if (!isOpen && wasOpen.has(trade)) step.ended.push(trade);
    }
    for (const { position } of step.ended) this.open.delete(position);
    for (const trade of step.began) this.open.set(trade.position, trade);
    return step;
  }

  /** Forgets closed trades that no rule refers to. */
  forget(trades: Iterable<Trade>, isReferred: (position: string) => boolean): void {
    for (const { position, closeTime } of trades) {
      if (closeTime !== null && !isReferred(position)) this.#trades.delete(position);
    }
  }
}

function newTrade({ position, symbol, side, time }: RecordedDeal): Trade {
  return {
    position,
    symbol,
    side,
    openTime: time,
    closeTime: null,
    sequence: 0,
    net: 0n,
    deals: [],
  };
}
