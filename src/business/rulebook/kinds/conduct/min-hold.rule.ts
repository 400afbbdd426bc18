import { moneyIn } from "../../../../platform/money/money.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import { counted } from "../parts/figures.rule.ts";
import { instantText } from "../parts/limit.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type Found,
  tradeWords,
} from "./parts/conduct-play.rule.ts";
import type { TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type MinHoldRule = ConductRuleOf<"min_hold">;

export const minHoldKind = conductKind({
  kind: "min_hold",
  words: ({ seconds }) =>
    `A trade that closes with a profit must have been open for at least ${counted(seconds, "second")}.`,
  warnings: ({ seconds }) => (seconds === 0 ? ["no trade is held for less than 0 seconds."] : []),
});

interface HeldShortly extends Found {
  /** Cents, when it closed. */
  net: bigint;
}

/** Profits must not be taken within seconds. */
export class MinHold extends ConductPlay<MinHoldRule, HeldShortly> {
  constructor(
    rule: MinHoldRule,
    account: ConductAccount,
    book: TradeBook,
    state = { findings: [] },
  ) {
    super(rule, account, book, state);
  }

  override playDeals({ time, closed }: TradeStep): void {
    for (const trade of closed) {
      const { position, net, openTime, deals } = trade;
      if (!this.concerns(trade) || net <= 0n || this.refersTo(position)) continue;
      if (time - openTime >= this.rule.seconds * 1000) continue;
      this.add({ positions: [position], at: time, deals: [...deals], net });
    }
  }

  get keptReason() {
    return `Every trade that closed with a profit was open for at least ${counted(this.rule.seconds, "second")}.`;
  }

  report({ positions, at, net }: HeldShortly) {
    const trade = this.book.tradeOf(positions[0]!);
    const { seconds } = this.rule;
    const value = Math.floor((at - trade.openTime) / 1000);
    const profit = moneyIn(this.account.currency)(net);
    const reason = `${tradeWords(trade)} was closed at ${timeInWords(at)} with a profit of ${profit} after ${counted(value, "second")}; at least ${seconds} are required.`;
    const closedFrom = instantText(trade.openTime + seconds * 1000);
    return { value, limit: seconds, exonerating: { closedFrom }, events: [], reason };
  }
}
