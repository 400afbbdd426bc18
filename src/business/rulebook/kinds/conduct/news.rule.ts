import { compareText } from "../../../../platform/fields/compare-text.rule.ts";
import { MINUTE } from "../../../../platform/time/durations.rule.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import { type CalendarEvent, isImported } from "../../timeline/calendar.rule.ts";
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
import {
  type EventWindow,
  eventOf,
  type EventWindows,
  eventWindows,
  windowOf,
} from "./parts/event-windows.rule.ts";
import type { Trade, TradeBook, TradeStep } from "./parts/trade-book.rule.ts";

type NewsRule = ConductRuleOf<"news">;

const actWords = { entry: "opened", exit: "closed", hold: "held" } as const;

/** Returns what must not happen to a trade, such as `opened or closed`. */
export function restrictedActs({ restricts }: Pick<NewsRule, "restricts">): string {
  const acts = restricts.map((each) => actWords[each]);
  const last = acts.pop() ?? "";
  return acts.length === 0 ? last : `${acts.join(", ")} or ${last}`;
}

export const newsKind = conductKind({
  kind: "news",
  words({ impacts, before, after, restricts, exceptOpenedBefore }) {
    if (restricts.length === 0 || impacts.length === 0)
      return "No trade is restricted by an event.";
    const opened =
      exceptOpenedBefore === null
        ? ""
        : ` Trades opened at least ${counted(exceptOpenedBefore, "minute")} before an event are left alone.`;
    return (
      `From ${counted(before, "minute")} before an event of ${impacts.join(", ")} impact ` +
      `until ${counted(after, "minute")} after it, no trade that it concerns may be ${restrictedActs({ restricts })}.${opened}`
    );
  },
  warnings({ impacts, restricts, before, after, concerns, instruments }) {
    if (restricts.length === 0 || impacts.length === 0) {
      return ["without an impact or a restriction, nothing breaks it."];
    }
    const isInstant = before === 0 && after === 0;
    return [
      ...(isInstant ? ["a window of 0 minutes is only the very instant of an event."] : []),
      ...(concerns === "all" && Object.keys(instruments).length > 0
        ? ["the instruments have no effect, because every event concerns all symbols."]
        : []),
    ];
  },
});

/** One deal, or the holding of a trade, in the window of one event. */
interface Offence {
  at: number;
  /** The ticket; `null` for holding. */
  deal: string | null;
  event: number;
  /** Whether the event had been announced by then. */
  isAnnounced: boolean;
}

interface NewsFound extends Found {
  offences: Offence[];
  isUnannounced: boolean;
}

interface NewsState {
  findings: NewsFound[];
  /** The first deal of a time whose events have not been imported. */
  unknownSince: number | null;
}

/** Trades must not be opened, closed or held around economic events. */
export class News extends ConductPlay<NewsRule, NewsFound, NewsState> {
  readonly #windows: EventWindows | null;
  readonly #restricts: ReadonlySet<string>;

  constructor(
    rule: NewsRule,
    account: ConductAccount,
    book: TradeBook,
    state: NewsState = { findings: [], unknownSince: null },
  ) {
    super(rule, account, book, state);
    this.#windows = account.calendar && eventWindows(rule, account.calendar);
    this.#restricts = new Set(rule.restricts);
  }

  /** @param symbols of all deals of the instant, with or without a trade that the stage saw opened */
  watchPeriods(time: number, symbols: Iterable<string>): void {
    const { calendar } = this.account;
    if (this.state.unknownSince !== null || (calendar && isImported(calendar, time))) return;
    for (const symbol of symbols) if (this.concerns({ symbol })) this.state.unknownSince = time;
  }

  override playDeals({ time, deals, began }: TradeStep): void {
    if (!this.#windows) return;
    for (const { trade, deal } of deals) {
      const isRestricted =
        (deal.entry !== "out" && this.#restricts.has("entry")) ||
        (deal.entry !== "in" && this.#restricts.has("exit"));
      if (!isRestricted || !this.concerns(trade)) continue;
      for (const window of this.#windows.at(trade.symbol, time)) {
        this.#offend(trade, window, time, deal.ticket);
      }
    }
    if (this.#restricts.has("hold")) for (const trade of began) this.#hold(trade, time);
  }

  #hold(trade: Trade, time: number): void {
    if (!this.concerns(trade)) return;
    for (const window of this.#windows!.at(trade.symbol, time)) {
      this.#offend(trade, window, time, null);
    }
  }

  override dueAfter(time: number): number {
    let due = Number.POSITIVE_INFINITY;
    if (!this.#windows || !this.#restricts.has("hold")) return due;
    const seen = new Set<string>();
    for (const { symbol } of this.book.open.values()) {
      if (seen.has(symbol) || !this.concerns({ symbol })) continue;
      seen.add(symbol);
      due = Math.min(due, this.#windows.nextStart(symbol, time));
    }
    return due;
  }

  override passTime(time: number): void {
    for (const trade of this.book.open.values()) this.#hold(trade, time);
  }

  #offend(trade: Trade, { event }: EventWindow, at: number, deal: string | null): void {
    const { exceptOpenedBefore } = this.rule;
    const { position, openTime } = trade;
    if (exceptOpenedBefore !== null && openTime <= event.at - exceptOpenedBefore * MINUTE) return;
    const isAnnounced = event.announcedAt <= at;
    const offence = { at, deal, event: event.id, isAnnounced };
    const finding = this.findingOf(position);
    if (!finding) {
      this.add({
        positions: [position],
        at,
        deals: deal === null ? [] : [deal],
        offences: [offence],
        isUnannounced: !isAnnounced,
      });
      return;
    }
    const isKnown = finding.offences.some((each) => each.event === event.id && each.deal === deal);
    if (isKnown) return;
    finding.offences.push(offence);
    this.#settle(finding);
  }

  /** If any event was announced in time, those that were count alone. */
  #settle(finding: NewsFound): void {
    const counting = countingOf(finding);
    const wasUnannounced = finding.isUnannounced;
    finding.isUnannounced = !counting[0]!.isAnnounced;
    finding.at = counting[0]!.at;
    const tickets = counting.map(({ deal }) => deal).filter((deal) => deal !== null);
    finding.deals = [...new Set(tickets)];
    if (wasUnannounced && !finding.isUnannounced) this.found.push(finding);
  }

  override get isUndetermined(): boolean {
    return this.state.unknownSince !== null;
  }

  get keptReason() {
    const { unknownSince } = this.state;
    return unknownSince === null
      ? "No trade was opened, closed or held where an event forbids it."
      : `The events of ${timeInWords(unknownSince)}, when there was a deal, are not in the calendar.`;
  }

  report(finding: NewsFound) {
    const counting = countingOf(finding);
    const ids = new Set(counting.map(({ event }) => event));
    const events = [...ids]
      .map((id) => eventOf(this.account.calendar!, id))
      .toSorted((a, b) => a.at - b.at || a.id - b.id);
    const [first] = events as [CalendarEvent];
    const { from, to } = windowOf(this.rule, first);
    const { exceptOpenedBefore } = this.rule;
    const openedBy =
      exceptOpenedBefore === null ? null : instantText(first.at - exceptOpenedBefore * MINUTE);
    return {
      value: null,
      limit: null,
      exonerating: { outside: [instantText(from), instantText(to)], openedBy },
      events,
      reason: this.#reason(finding, first, { from, to }),
    };
  }

  #reason(
    finding: NewsFound,
    event: CalendarEvent,
    { from, to }: Pick<EventWindow, "from" | "to">,
  ): string {
    const trade = this.book.tradeOf(finding.positions[0]!);
    const [first] = countingOf(finding);
    const act = first!.deal === null ? "was open" : `had the deal ${first!.deal}`;
    return (
      `${tradeWords(trade)} ${act} at ${timeInWords(finding.at)}, in the window from ${timeInWords(from)} ` +
      `to ${timeInWords(to)} of ${event.title} (${event.currency}, ${event.impact}) at ${timeInWords(event.at)}.`
    );
  }
}

/** The offences that count, the first one first; deals come before holding. */
function countingOf({ offences }: Pick<NewsFound, "offences">): Offence[] {
  const announced = offences.filter(({ isAnnounced }) => isAnnounced);
  return (announced.length > 0 ? announced : offences).toSorted(
    (a, b) => a.at - b.at || compareText(b.deal ?? "", a.deal ?? ""),
  );
}
