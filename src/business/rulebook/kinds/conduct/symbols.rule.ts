import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type Found,
  tradeWords,
} from "./parts/conduct-play.rule.ts";
import { symbolMatcher } from "./parts/symbol-patterns.rule.ts";
import type { TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type SymbolsRule = ConductRuleOf<"symbols">;

export const symbolsKind = conductKind({
  kind: "symbols",
  words: ({ forbidden }) =>
    forbidden.length === 0
      ? "No symbol is forbidden."
      : `No trade may be opened in ${forbidden.join(", ")}.`,
  warnings({ forbidden }) {
    if (forbidden.length === 0) return ["without a symbol, nothing breaks it."];
    return forbidden.includes("*")
      ? ["all symbols are forbidden, so that every trade breaks it."]
      : [];
  },
});

/** Some symbols must not be traded. */
export class Symbols extends ConductPlay<SymbolsRule> {
  readonly #isForbidden: (symbol: string) => boolean;

  constructor(
    rule: SymbolsRule,
    account: ConductAccount,
    book: TradeBook,
    state = { findings: [] },
  ) {
    super(rule, account, book, state);
    this.#isForbidden = symbolMatcher(rule.forbidden);
  }

  override playDeals({ time, opened }: TradeStep): void {
    for (const trade of opened) {
      if (!this.concerns(trade) || !this.#isForbidden(trade.symbol)) continue;
      this.add({ positions: [trade.position], at: time, deals: trade.deals.slice(0, 1) });
    }
  }

  get keptReason() {
    return "No trade was opened in a forbidden symbol.";
  }

  report({ positions, at }: Found) {
    const trade = this.book.tradeOf(positions[0]!);
    const reason = `${tradeWords(trade)} was opened at ${timeInWords(at)} in a symbol that must not be traded.`;
    return { value: null, limit: null, exonerating: null, events: [], reason };
  }
}
