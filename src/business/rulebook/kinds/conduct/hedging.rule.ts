import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import { instantText } from "../parts/limit.rule.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type ConductState,
  type Found,
  tradeWords,
} from "./parts/conduct-play.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import type { Trade, TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type HedgingRule = ConductRuleOf<"hedging">;

export const hedgingKind = conductKind({
  kind: "hedging",
  words: () => "No trade may be opened while one of the other side of its symbol is open.",
});

interface Hedge extends Found {
  /** The sequence of the last trade of the other side that was opened before and was open. */
  against: number;
  /** When the last trade of the other side that was open then was closed; `null` while one of them is open. */
  openedFrom: number | null;
}

type Side = Trade["side"];

const sideKey = ({ symbol }: Pick<Trade, "symbol">, side: Side) =>
  `${side} ${symbol.toUpperCase()}`;
const otherSide = ({ side }: Pick<Trade, "side">): Side => (side === "buy" ? "sell" : "buy");

/** Both sides of a symbol must not be open at once. */
export class Hedging extends ConductPlay<HedgingRule, Hedge> {
  /** The sequences of the open trades by symbol and side, in the order of opening. */
  readonly #open = new Map<string, Set<number>>();
  /** Hedges against trades that are open, by the symbol and side of these; `against` ascends. */
  readonly #pending = new Map<string, Hedge[]>();

  constructor(
    rule: HedgingRule,
    account: ConductAccount,
    book: TradeBook,
    state: ConductState<Hedge> = { findings: [] },
  ) {
    super(rule, account, book, state);
    for (const trade of book.open.values())
      this.#openOf(sideKey(trade, trade.side)).add(trade.sequence);
    for (const hedge of state.findings) if (hedge.openedFrom === null) this.#await(hedge);
  }

  #openOf(key: string): Set<number> {
    const existing = this.#open.get(key);
    if (existing) return existing;
    const added = new Set<number>();
    this.#open.set(key, added);
    return added;
  }

  #await(hedge: Hedge): void {
    const trade = this.book.tradeOf(hedge.positions[0]!);
    const key = sideKey(trade, otherSide(trade));
    const pending = this.#pending.get(key);
    if (pending) pending.push(hedge);
    else this.#pending.set(key, [hedge]);
  }

  override playDeals({ time, opened, began, ended }: TradeStep): void {
    for (const trade of began) this.#openOf(sideKey(trade, trade.side)).add(trade.sequence);
    for (const trade of ended) this.#close(sideKey(trade, trade.side), trade.sequence, time);
    for (const trade of opened) {
      if (trade.closeTime !== null || !this.concerns(trade)) continue;
      const against = this.#lastBefore(sideKey(trade, otherSide(trade)), trade.sequence);
      if (against === null) continue;
      const { position, deals } = trade;
      const hedge = { positions: [position], at: time, deals: deals.slice(0, 1), against };
      this.add({ ...hedge, openedFrom: null });
      this.#await(this.state.findings.at(-1)!);
    }
  }

  /** The newest open trade of a symbol and side that was opened before another one. */
  #lastBefore(key: string, sequence: number): number | null {
    let last: number | null = null;
    for (const each of this.#openOf(key)) if (each < sequence) last = Math.max(each, last ?? each);
    return last;
  }

  #close(key: string, sequence: number, time: number): void {
    const open = this.#openOf(key);
    open.delete(sequence);
    const pending = this.#pending.get(key) ?? [];
    const first = open.values().next().value ?? Number.POSITIVE_INFINITY;
    while (pending[0] && pending[0].against < first) pending.shift()!.openedFrom = time;
  }

  get keptReason() {
    return "No trade was opened while one of the other side of its symbol was open.";
  }

  report({ positions, at, openedFrom }: Hedge) {
    const trade = this.book.tradeOf(positions[0]!);
    const reason = `${tradeWords(trade)} was opened at ${timeInWords(at)} to ${trade.side} while a trade to ${otherSide(trade)} was open.`;
    const exonerating = { openedFrom: openedFrom === null ? null : instantText(openedFrom) };
    return { value: null, limit: null, exonerating, events: [], reason };
  }
}
