import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import { counted } from "../parts/figures.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type Found,
  tradeWords,
} from "./parts/conduct-play.rule.ts";
import type { Trade, TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type OpenTradesRule = ConductRuleOf<"open_trades">;

const scope = { account: "", symbol: " of a symbol" } as const;

export const openTradesKind = conductKind({
  kind: "open_trades",
  words: ({ max, per }) => `At most ${counted(max, "trade")}${scope[per]} may be open at once.`,
  warnings: ({ max }) => (max === 0 ? ["with at most 0 open trades, every trade breaks it."] : []),
});

interface TooMany extends Found {
  /** How many were open. */
  count: number;
}

/** No more than a number of trades may be open at once. */
export class OpenTrades extends ConductPlay<OpenTradesRule, TooMany> {
  /** How many trades are open, by symbol or in all. */
  readonly #counts = new Map<string, number>();

  constructor(
    rule: OpenTradesRule,
    account: ConductAccount,
    book: TradeBook,
    state = { findings: [] },
  ) {
    super(rule, account, book, state);
    for (const trade of book.open.values()) this.#count(trade, 1);
  }

  #keyOf({ symbol }: Trade): string {
    return this.rule.per === "account" ? "" : symbol.toUpperCase();
  }

  #count(trade: Trade, change: 1 | -1): void {
    if (!this.concerns(trade)) return;
    const key = this.#keyOf(trade);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + change);
  }

  override playDeals({ time, opened, began, ended }: TradeStep): void {
    for (const trade of began) this.#count(trade, 1);
    for (const trade of ended) this.#count(trade, -1);
    const added = opened.filter((trade) => trade.closeTime === null && this.concerns(trade));
    if (added.length === 0) return;
    for (const [key, trades] of Map.groupBy(added, (trade) => this.#keyOf(trade))) {
      const count = this.#counts.get(key)!;
      const tooMany = Math.min(count - this.rule.max, trades.length);
      if (tooMany <= 0) continue;
      for (const { position, deals } of trades.slice(-tooMany)) {
        this.add({ positions: [position], at: time, deals: deals.slice(0, 1), count });
      }
    }
  }

  get keptReason() {
    const { max, per } = this.rule;
    return `No more than ${counted(max, "trade")}${scope[per]} were open at once.`;
  }

  report({ positions, at, count }: TooMany) {
    const { max, per } = this.rule;
    const trade = this.book.tradeOf(positions[0]!);
    const reason = `After ${tradeWords(trade)} was opened at ${timeInWords(at)}, ${counted(count, "trade")}${scope[per]} were open; at most ${max} are allowed.`;
    return { value: count, limit: max, exonerating: { openAtMost: max }, events: [], reason };
  }
}
