import { formatDecimal, moneyIn } from "../../../../platform/money/money.ts";
import { MINUTE } from "../../../../platform/time/durations.rule.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import type { Instant } from "../../timeline/timeline.rule.ts";
import { netOf } from "../../timeline/trading-record.rule.ts";
import { counted, figureCents, figureInMoney } from "../parts/figures.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import { type ConductAccount, ConductPlay, type Found } from "./parts/conduct-play.rule.ts";
import type { Trade, TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type IdeaLossRule = ConductRuleOf<"idea_loss">;

const floorWords = { below: "at most", at_or_below: "less than" } as const;

export const ideaLossKind = conductKind({
  kind: "idea_loss",
  words(rule, { initialBalance, money }) {
    const limit = figureInMoney(rule.limit, initialBalance, money);
    const side = rule.sides === "same" ? "symbol and side" : "symbol";
    return (
      `Trades of one ${side} that overlap, or follow each other within ${counted(rule.gapMinutes, "minute")}, ` +
      `are one idea, which may lose ${floorWords[rule.breachedWhen]} ${limit}.`
    );
  },
  warnings({ limit }, { initialBalance, money }) {
    const cents = figureCents(limit, initialBalance);
    if (cents === 0n) return ["a limit of 0 leaves no room for any loss."];
    return cents < initialBalance
      ? []
      : [
          `the limit of ${money(cents)} is not below the initial balance of ${money(initialBalance)}.`,
        ];
  },
});

interface LostIdea extends Found {
  /** Cents. */
  value: bigint;
}

/** The trades of a symbol that count as one. */
interface Idea {
  key: string;
  /** In the order of opening. */
  positions: string[];
  openCount: number;
  /** When all of them had closed; `null` while one is open. */
  closedAt: number | null;
  /** Cents. */
  net: bigint;
}

interface IdeaState {
  findings: LostIdea[];
  /** The last idea of each symbol, or of each symbol and side. */
  ideas: Idea[];
}

/** Trades that belong together must not lose more than a limit. */
export class IdeaLoss extends ConductPlay<IdeaLossRule, LostIdea, IdeaState> {
  /** Cents. */
  readonly #limit: bigint;
  readonly #byKey: Map<string, Idea>;
  readonly #ideaOf = new Map<string, Idea>();

  constructor(
    rule: IdeaLossRule,
    account: ConductAccount,
    book: TradeBook,
    state: IdeaState = { findings: [], ideas: [] },
  ) {
    super(rule, account, book, state);
    this.#limit = figureCents(rule.limit, account.initialBalance);
    this.#byKey = new Map(state.ideas.map((idea) => [idea.key, idea]));
    for (const idea of state.ideas) {
      for (const position of idea.positions) this.#ideaOf.set(position, idea);
    }
  }

  #keyOf({ symbol, side }: Trade): string {
    return this.rule.sides === "same" ? `${side} ${symbol.toUpperCase()}` : symbol.toUpperCase();
  }

  override refersTo(position: string): boolean {
    return this.#ideaOf.has(position) || super.refersTo(position);
  }

  override playDeals({ time, deals, opened, began, ended, closed }: TradeStep): void {
    for (const trade of opened) if (this.concerns(trade)) this.#join(trade, time);
    const counts = new Map<Idea, number>();
    const add = (trades: Trade[], change: number) => {
      for (const { position } of trades) {
        const idea = this.#ideaOf.get(position);
        if (idea) counts.set(idea, (counts.get(idea) ?? 0) + change);
      }
    };
    add(began, 1);
    add(ended, -1);
    // A trade that was opened and closed at one instant leaves its idea as it was, but closed.
    add(closed, 0);
    for (const [idea, change] of counts) {
      idea.openCount += change;
      idea.closedAt = idea.openCount === 0 ? time : null;
    }
    const closing = new Set<Idea>();
    for (const { trade, deal } of deals) {
      const idea = this.#ideaOf.get(trade.position);
      if (!idea) continue;
      idea.net += netOf(deal);
      if (deal.entry !== "in") closing.add(idea);
    }
    for (const idea of closing) this.#compare(idea, idea.net, time, false);
  }

  #join(trade: Trade, time: number): void {
    const key = this.#keyOf(trade);
    let idea = this.#byKey.get(key);
    if (!idea || !this.#continues(idea, time)) {
      if (idea) this.#release(idea);
      idea = { key, positions: [], openCount: 0, closedAt: null, net: 0n };
      this.#byKey.set(key, idea);
      this.state.ideas.push(idea);
    }
    const finding = idea.positions[0] === undefined ? undefined : this.findingOf(idea.positions[0]);
    idea.positions.push(trade.position);
    this.#ideaOf.set(trade.position, idea);
    if (finding) this.extend(finding, trade.position);
  }

  #continues({ closedAt }: Idea, time: number): boolean {
    return (
      closedAt === null || closedAt === time || time - closedAt < this.rule.gapMinutes * MINUTE
    );
  }

  #release(idea: Idea): void {
    this.state.ideas.splice(this.state.ideas.indexOf(idea), 1);
    for (const position of idea.positions) {
      this.#ideaOf.delete(position);
      this.released.push(this.book.tradeOf(position));
    }
  }

  override playSnapshots({ time, snapshots }: Instant): void {
    const [first] = this.book.open.values();
    const idea = first && this.#ideaOf.get(first.position);
    if (!idea || idea.openCount !== this.book.open.size) return;
    for (const { equity, balance } of snapshots) {
      this.#compare(idea, idea.net + equity - balance, time, true);
    }
  }

  #compare(idea: Idea, value: bigint, at: number, isObserved: boolean): void {
    const room = value + this.#limit;
    const isLost = this.rule.breachedWhen === "below" ? room < 0n : room <= 0n;
    if (!isLost || this.findingOf(idea.positions[0]!)) return;
    const deals = idea.positions.flatMap((position) => this.book.tradeOf(position).deals);
    const positions = [...idea.positions];
    this.add({ positions, at, deals, value, ...(isObserved && { isObserved }) });
  }

  get keptReason() {
    const limit = this.#words(this.#limit);
    return this.rule.breachedWhen === "below"
      ? `No idea lost more than ${limit}.`
      : `No idea lost ${limit} or more.`;
  }

  #words(cents: bigint): string {
    return moneyIn(this.account.currency)(cents);
  }

  report({ positions, at, value }: LostIdea) {
    const { symbol } = this.book.tradeOf(positions[0]!);
    const reason = `The idea in ${symbol} that began with trade ${positions[0]!} stood at ${this.#words(value)} at ${timeInWords(at)}; it may lose ${floorWords[this.rule.breachedWhen]} ${this.#words(this.#limit)}.`;
    return {
      value: formatDecimal(value),
      limit: formatDecimal(-this.#limit),
      exonerating: { lossAtMost: formatDecimal(this.#limit) },
      events: [],
      reason,
    };
  }
}
