import { MINUTE } from "../../../../../platform/time/durations.rule.ts";
import type { Calendar, CalendarEvent } from "../../../timeline/calendar.rule.ts";
import type { ConductRuleOf } from "../conduct.schema.ts";
import { symbolMatcher } from "./symbol-patterns.rule.ts";

type NewsRule = ConductRuleOf<"news">;

/** The time around an event, both ends included, in milliseconds since 1970 UTC. */
export interface EventWindow {
  event: CalendarEvent;
  from: number;
  to: number;
}

/** The windows that a rule draws around the events of a calendar, by symbol. */
export class EventWindows {
  readonly #windows: EventWindow[];
  readonly #concerns: (currency: string, symbol: string) => boolean;
  readonly #bySymbol = new Map<string, EventWindow[]>();

  constructor(rule: NewsRule, { events }: Calendar) {
    const impacts: readonly string[] = rule.impacts;
    this.#windows = events
      .filter(({ allDay, impact }) => !allDay && impacts.includes(impact))
      .map((event) => windowOf(rule, event));
    this.#concerns = concernOf(rule);
  }

  /** Those of the events that concern a symbol, in the order of their events. */
  #of(symbol: string): EventWindow[] {
    const known = this.#bySymbol.get(symbol);
    if (known) return known;
    const windows = this.#windows.filter(({ event }) => this.#concerns(event.currency, symbol));
    this.#bySymbol.set(symbol, windows);
    return windows;
  }

  /** Returns the windows in which a time lies. */
  at(symbol: string, time: number): EventWindow[] {
    const windows = this.#of(symbol);
    const inside: EventWindow[] = [];
    for (
      let index = firstIndex(windows, ({ to }) => to >= time);
      index < windows.length;
      index += 1
    ) {
      const window = windows[index]!;
      if (window.from > time) break;
      inside.push(window);
    }
    return inside;
  }

  /** Returns when the next window after a time begins; infinite if none does. */
  nextStart(symbol: string, time: number): number {
    const windows = this.#of(symbol);
    const next = windows[firstIndex(windows, ({ from }) => from > time)];
    return next?.from ?? Number.POSITIVE_INFINITY;
  }
}

export function windowOf<Event extends Pick<CalendarEvent, "at">>(
  { before, after }: Pick<NewsRule, "before" | "after">,
  event: Event,
) {
  return { event, from: event.at - before * MINUTE, to: event.at + after * MINUTE };
}

/** All windows of a rule are equally long, so their starts and ends are in the order of their events. */
function firstIndex(windows: EventWindow[], holds: (window: EventWindow) => boolean): number {
  let low = 0;
  let high = windows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(windows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a function that says whether events of a currency concern a symbol. */
export function concernOf({
  concerns,
  instruments,
}: NewsRule): (currency: string, symbol: string) => boolean {
  const listed = Object.entries(instruments).map(([pattern, currencies]) => ({
    matches: symbolMatcher([pattern]),
    currencies: new Set(currencies.map((each) => each.toUpperCase())),
  }));
  return (stated, symbol) => {
    const currency = stated.toUpperCase();
    if (concerns === "all" || currency === "ALL") return true;
    const [, base, quote] = /^([A-Z]{3})([A-Z]{3})/.exec(symbol.toUpperCase()) ?? [];
    if (base === currency || quote === currency) return true;
    return listed.some(({ matches, currencies }) => currencies.has(currency) && matches(symbol));
  };
}

/** Versions of the calendar never change, so thousands of accounts share the windows of one rule. */
const remembered = new WeakMap<Calendar, Map<string, EventWindows>>();

export function eventWindows(rule: NewsRule, calendar: Calendar): EventWindows {
  const { impacts, before, after, concerns, instruments } = rule;
  const key = JSON.stringify([impacts, before, after, concerns, instruments]);
  const known = remembered.get(calendar) ?? new Map<string, EventWindows>();
  remembered.set(calendar, known);
  const existing = known.get(key);
  if (existing) return existing;
  const windows = new EventWindows(rule, calendar);
  known.set(key, windows);
  return windows;
}

const eventsById = new WeakMap<Calendar, Map<number, CalendarEvent>>();

/** Finds an event of a version by its id. */
export function eventOf(calendar: Calendar, id: number): CalendarEvent {
  let known = eventsById.get(calendar);
  if (!known) {
    known = new Map(calendar.events.map((event) => [event.id, event]));
    eventsById.set(calendar, known);
  }
  return known.get(id)!;
}
