import type { Calendar, CalendarEvent } from "../../../timeline/calendar.rule.ts";
import type { Instant } from "../../../timeline/timeline.rule.ts";
import type { ConductRule } from "../conduct.schema.ts";
import { symbolMatcher } from "./symbol-patterns.rule.ts";
import type { Trade, TradeBook, TradeStep } from "./trade-book.rule.ts";

/** What a rule has found about a trade or an idea. Times are milliseconds since 1970 UTC. */
export interface Found {
  /** The positions of its trades; the first names the finding. */
  positions: string[];
  at: number;
  /** Tickets. */
  deals: string[];
  /** Whether a snapshot shows it and the deals do not. */
  isObserved?: true;
  /** Whether all events were announced too late to bind anything. */
  isUnannounced?: boolean;
}

export interface ConductState<Finding extends Found = Found> {
  /** In the order in which they were found. */
  findings: Finding[];
}

/** What rules of conduct are judged with, besides the records. */
export interface ConductAccount {
  currency: string;
  /** Cents. */
  initialBalance: bigint;
  timeZone: string;
  calendar: Calendar | null;
}

/** What a verdict says about a finding of a kind. Values are whole seconds or numbers of trades, or money as text. */
export interface FoundReport {
  value: number | string | null;
  limit: number | string | null;
  exonerating: Record<string, string | number | string[] | null> | null;
  events: CalendarEvent[];
  /** What happened, as a sentence. */
  reason: string;
}

/**
 * A rule of conduct while the trades of a stage are played. Only `state` changes, and it contains everything needed to
 * continue, together with the book of trades.
 */
export abstract class ConductPlay<
  Rule extends ConductRule = ConductRule,
  Finding extends Found = Found,
  State extends ConductState<Finding> = ConductState<Finding>,
> {
  readonly rule: Rule;
  readonly state: State;
  protected readonly account: ConductAccount;
  protected readonly book: TradeBook;
  /** What was found, or came to stand, since the caller emptied the list. */
  readonly found: Finding[] = [];
  readonly #isExcepted: (symbol: string) => boolean;
  readonly #byPosition = new Map<string, Finding>();

  constructor(rule: Rule, account: ConductAccount, book: TradeBook, state: State) {
    this.rule = rule;
    this.account = account;
    this.book = book;
    this.state = state;
    this.#isExcepted = symbolMatcher(rule.except);
    for (const finding of state.findings) this.#refer(finding);
  }

  protected concerns({ symbol }: Pick<Trade, "symbol">): boolean {
    return !this.#isExcepted(symbol);
  }

  /** The finding that a trade belongs to. */
  protected findingOf(position: string): Finding | undefined {
    return this.#byPosition.get(position);
  }

  protected add(finding: Finding): void {
    this.state.findings.push(finding);
    this.#refer(finding);
    this.found.push(finding);
  }

  /** Whether a finding has got another trade, which may soften it, since the caller last cleared it. */
  isExtended = false;

  /** Adds a trade to a finding. */
  protected extend(finding: Finding, position: string): void {
    finding.positions.push(position);
    this.#byPosition.set(position, finding);
    this.isExtended = true;
  }

  #refer(finding: Finding): void {
    for (const position of finding.positions) this.#byPosition.set(position, finding);
  }

  /** Whether a trade is needed after it was closed. */
  refersTo(position: string): boolean {
    return this.#byPosition.has(position);
  }

  /** Trades that this rule no longer refers to; the caller empties the list. */
  readonly released: Trade[] = [];

  /** Called after the book has played the instant. */
  playDeals(_step: TradeStep): void {}

  /** Called for instants with snapshots while trades are open, after `playDeals`. */
  playSnapshots(_instant: Instant): void {}

  /** The next time after `time` at which trades can offend without a record; infinite if there is none. */
  dueAfter(_time: number): number {
    return Number.POSITIVE_INFINITY;
  }

  /** @param _time as `dueAfter` returned it, after the records of that instant */
  passTime(_time: number): void {}

  /** Whether it cannot be determined if all trades complied. */
  get isUndetermined(): boolean {
    return false;
  }

  /** Says that no trade offends, as a sentence. */
  abstract get keptReason(): string;

  abstract report(finding: Finding): FoundReport;
}

/** Names a trade in a sentence: `Trade 44 (EURUSD)`. */
export function tradeWords({ position, symbol }: Pick<Trade, "position" | "symbol">): string {
  return `Trade ${position} (${symbol})`;
}
