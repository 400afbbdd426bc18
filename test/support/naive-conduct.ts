import type {
  ConductRule,
  ConductRuleOf,
} from "../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type {
  Calendar,
  CalendarEvent,
} from "../../src/business/rulebook/timeline/calendar.rule.ts";
import { tradingDays } from "../../src/business/rulebook/timeline/trading-day.rule.ts";
import {
  compareWithinInstant,
  netOf,
  type RecordedDeal,
  type TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { formatDecimal } from "../../src/platform/money/money.ts";
import { zoneClock } from "../../src/platform/time/local-time.rule.ts";
import { cents } from "./judged.ts";
import { isoTime, sum, volumeAfter } from "./naive-account.ts";
import { percentOf } from "./naive-limits.ts";

/**
 * Rules of conduct as the contract defines them. Intentionally slow: every question is answered from all records, so that no
 * state carried from one record to the next can be wrong.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What is judged. Times are milliseconds since 1970 UTC, amounts cents. */
export interface NaiveConduct {
  rules: Pick<Rules, "day"> & { conduct: readonly ConductRule[] };
  initialBalance: bigint;
  records: TradingRecord;
  calendar: Calendar | null;
  waivers: readonly { key: string; reason: string; at: string }[];
  /** Tickets about which sources disagree. */
  conflicts: readonly string[];
  asOf: number;
}

/** A position that the stage saw opened, with its deals up to a time. */
class NaiveTrade {
  readonly position: string;
  readonly deals: RecordedDeal[];

  constructor(position: string, deals: RecordedDeal[]) {
    this.position = position;
    this.deals = deals;
  }

  get first(): RecordedDeal {
    return this.deals.at(0)!;
  }
  get symbol(): string {
    return this.first.symbol;
  }
  get side(): RecordedDeal["side"] {
    return this.first.side;
  }
  get openTime(): number {
    return this.first.time;
  }
  get name(): string {
    return this.symbol.toUpperCase();
  }

  until(time: number): RecordedDeal[] {
    return this.deals.filter((deal) => deal.time <= time);
  }

  netAt(time: number): bigint {
    return sum(this.until(time).map(netOf));
  }

  /** Whether it is open after all records of a time. */
  isOpenAt(time: number): boolean {
    return this.until(time).reduce(volumeAfter, 0n) > 0n;
  }

  /** When it closed, at the latest at a time; `null` if it is open then. */
  closedAt(time: number): number | null {
    return this.isOpenAt(time) ? null : this.until(time).at(-1)!.time;
  }
}

/** Trades by opening, then by their first ticket. */
const inOrder = (a: NaiveTrade, b: NaiveTrade) =>
  a.openTime - b.openTime || compare(a.first.ticket, b.first.ticket);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function tradesOf(records: TradingRecord, until: number): NaiveTrade[] {
  const deals = records.deals
    .filter(({ time }) => time <= until)
    .toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b));
  const positions = [...new Set(deals.map(({ position }) => position))];
  return positions
    .map((position) => deals.filter((deal) => deal.position === position))
    .filter((ofPosition) => ofPosition.at(0)!.entry !== "out")
    .map((ofPosition) => new NaiveTrade(ofPosition.at(0)!.position, ofPosition))
    .toSorted(inOrder);
}

function matches(patterns: readonly string[], symbol: string): boolean {
  return patterns.some((pattern) => {
    const upper = pattern.toUpperCase();
    const name = symbol.toUpperCase();
    return upper.endsWith("*") ? name.startsWith(upper.slice(0, -1)) : name === upper;
  });
}

interface Finding {
  trades: NaiveTrade[];
  at: number;
  deals: string[];
  events: CalendarEvent[];
  value: string | number | null;
  limit: string | number | null;
  exonerating: Record<string, unknown> | null;
  isObserved?: boolean;
  isUnannounced?: boolean;
}

const plain = { events: [], value: null, limit: null };

interface Judging extends NaiveConduct {
  trades: NaiveTrade[];
  until: number;
}

function concerns(
  { concerns: which, instruments }: ConductRuleOf<"news">,
  event: CalendarEvent,
  symbol: string,
) {
  if (which === "all" || event.currency === "ALL") return true;
  const letters = symbol.toUpperCase().slice(0, 6);
  const isPair = /^[A-Z]{6}$/.test(letters);
  if (isPair && [letters.slice(0, 3), letters.slice(3)].includes(event.currency)) return true;
  return Object.entries(instruments).some(
    ([pattern, currencies]) => matches([pattern], symbol) && currencies.includes(event.currency),
  );
}

interface Offence {
  at: number;
  deal: string | null;
  event: CalendarEvent;
}

function findNews(rule: ConductRuleOf<"news">, trade: NaiveTrade, judging: Judging): Finding[] {
  const { calendar, until } = judging;
  const { before, after, restricts, exceptOpenedBefore } = rule;
  const offences = (calendar?.events ?? []).flatMap((event): Offence[] => {
    if (event.allDay || !(rule.impacts as string[]).includes(event.impact)) return [];
    if (!concerns(rule, event, trade.symbol)) return [];
    if (exceptOpenedBefore !== null && trade.openTime <= event.at - exceptOpenedBefore * MINUTE)
      return [];
    const from = event.at - before * MINUTE;
    const to = event.at + after * MINUTE;
    const offending = trade.deals.filter(
      ({ time, entry }) =>
        time >= from &&
        time <= to &&
        ((restricts.includes("entry") && entry !== "out") ||
          (restricts.includes("exit") && entry !== "in")),
    );
    const held = [from, ...trade.deals.map(({ time }) => time)]
      .filter((time) => time >= from && time <= to && time <= until && trade.isOpenAt(time))
      .toSorted((a, b) => a - b)
      .at(0);
    return [
      ...offending.map(({ time, ticket }) => ({ at: time, deal: ticket, event })),
      ...(restricts.includes("hold") && held !== undefined
        ? [{ at: held, deal: null, event }]
        : []),
    ];
  });
  if (offences.length === 0) return [];
  const announced = offences.filter(({ at, event }) => event.announcedAt <= at);
  const counting = announced.length > 0 ? announced : offences;
  const events = [...new Set(counting.map(({ event }) => event))].toSorted(
    (a, b) => a.at - b.at || a.id - b.id,
  );
  const first = events.at(0)!;
  return [
    {
      ...plain,
      trades: [trade],
      at: Math.min(...counting.map(({ at }) => at)),
      deals: [...new Set(counting.flatMap(({ deal }) => deal ?? []))],
      events,
      exonerating: {
        outside: [isoTime(first.at - before * MINUTE), isoTime(first.at + after * MINUTE)],
        openedBy:
          exceptOpenedBefore === null ? null : isoTime(first.at - exceptOpenedBefore * MINUTE),
      },
      isUnannounced: announced.length === 0,
    },
  ];
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

function findHolding(
  rule: ConductRuleOf<"holding">,
  trade: NaiveTrade,
  judging: Judging,
): Finding[] {
  const clock = zoneClock(judging.rules.day.timeZone);
  const [hour = 0, minute = 0] = rule.time.split(":").map(Number);
  const firstDay = Math.floor(trade.openTime / DAY) * DAY - 2 * DAY;
  for (let date = firstDay; date <= judging.until + 2 * DAY; date += DAY) {
    const day = new Date(date);
    if (!rule.days.includes(weekdays[day.getUTCDay()]!)) continue;
    const at = clock.toInstant({
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      day: day.getUTCDate(),
      hour,
      minute,
      second: 0,
      millisecond: 0,
    });
    if (at > judging.until || !trade.isOpenAt(at)) continue;
    return [{ ...plain, trades: [trade], at, deals: [], exonerating: { closedBy: isoTime(at) } }];
  }
  return [];
}

function findMinHold(rule: ConductRuleOf<"min_hold">, trade: NaiveTrade): Finding[] {
  const closes = trade.deals.map(({ time }) => time).filter((time) => !trade.isOpenAt(time));
  const at = closes.find(
    (time) => trade.netAt(time) > 0n && time - trade.openTime < rule.seconds * 1000,
  );
  if (at === undefined) return [];
  return [
    {
      ...plain,
      trades: [trade],
      at,
      deals: trade.until(at).map(({ ticket }) => ticket),
      value: Math.floor((at - trade.openTime) / 1000),
      limit: rule.seconds,
      exonerating: { closedFrom: isoTime(trade.openTime + rule.seconds * 1000) },
    },
  ];
}

/** The ideas of trades, each in the order of opening. */
function ideasOf(
  { sides, gapMinutes }: ConductRuleOf<"idea_loss">,
  trades: NaiveTrade[],
): NaiveTrade[][] {
  const ofKey = Map.groupBy(trades, ({ name, side }) =>
    sides === "same" ? `${side} ${name}` : name,
  );
  return [...ofKey.values()].flatMap((ofOne) => {
    const ideas: NaiveTrade[][] = [];
    for (const trade of ofOne) {
      const idea = ideas.at(-1);
      const opened = trade.openTime;
      const before = (idea ?? []).filter(({ openTime }) => openTime < opened);
      const isOpen = before.some((other) => other.isOpenAt(opened - 1));
      const closed = Math.max(...before.map((other) => other.closedAt(opened - 1) ?? 0));
      const isNear = opened - closed < gapMinutes * MINUTE;
      const isSameInstant = idea?.some(({ openTime }) => openTime === opened) ?? false;
      if (idea && (isSameInstant || isOpen || isNear)) idea.push(trade);
      else ideas.push([trade]);
    }
    return ideas;
  });
}

function findIdeas(
  rule: ConductRuleOf<"idea_loss">,
  concerned: NaiveTrade[],
  judging: Judging,
): Finding[] {
  const { records, trades, until, initialBalance } = judging;
  const limit =
    "amount" in rule.limit
      ? cents(rule.limit.amount)
      : percentOf(initialBalance, rule.limit.percent);
  const isLost = (value: bigint) =>
    rule.breachedWhen === "below" ? value < -limit : value <= -limit;
  const snapshots = records.snapshots.filter(({ time }) => time <= until);
  return ideasOf(rule, concerned).flatMap((idea): Finding[] => {
    const joined = (time: number) => idea.filter(({ openTime }) => openTime <= time);
    const netAt = (time: number) => sum(joined(time).map((trade) => trade.netAt(time)));
    const closing = idea
      .flatMap(({ deals }) => deals)
      .filter(({ entry }) => entry !== "in")
      .map(({ time }) => ({ at: time, value: netAt(time), isObserved: false }));
    const seen = snapshots.flatMap(({ time, equity, balance }) => {
      const open = trades.filter((trade) => trade.isOpenAt(time));
      const isAlone = open.length > 0 && open.every((trade) => idea.includes(trade));
      return isAlone ? [{ at: time, value: netAt(time) + equity - balance, isObserved: true }] : [];
    });
    const lost = [...closing, ...seen]
      .filter(({ value }) => isLost(value))
      .toSorted((a, b) => a.at - b.at || Number(a.isObserved) - Number(b.isObserved))
      .at(0);
    if (!lost) return [];
    const { at, value, isObserved } = lost;
    return [
      {
        ...plain,
        trades: idea,
        at,
        deals: joined(at).flatMap((trade) => trade.until(at).map(({ ticket }) => ticket)),
        value: formatDecimal(value),
        limit: formatDecimal(-limit),
        exonerating: { lossAtMost: formatDecimal(limit) },
        isObserved,
      },
    ];
  });
}

function findOpenTrades(rule: ConductRuleOf<"open_trades">, concerned: NaiveTrade[]): Finding[] {
  const { max, per } = rule;
  const keyOf = ({ name }: NaiveTrade) => (per === "account" ? "" : name);
  return concerned.flatMap((trade): Finding[] => {
    const at = trade.openTime;
    if (!trade.isOpenAt(at)) return [];
    const open = concerned.filter((other) => keyOf(other) === keyOf(trade) && other.isOpenAt(at));
    const later = open.filter((other) => other.openTime === at && inOrder(trade, other) < 0);
    if (later.length >= open.length - max) return [];
    return [
      {
        ...plain,
        trades: [trade],
        at,
        deals: [trade.first.ticket],
        value: open.length,
        limit: max,
        exonerating: { openAtMost: max },
      },
    ];
  });
}

function findHedging(concerned: NaiveTrade[], { until }: Judging): Finding[] {
  return concerned.flatMap((trade): Finding[] => {
    const at = trade.openTime;
    if (!trade.isOpenAt(at)) return [];
    const others = concerned.filter(
      (other) =>
        other.name === trade.name &&
        other.side !== trade.side &&
        inOrder(other, trade) < 0 &&
        other.isOpenAt(at),
    );
    if (others.length === 0) return [];
    const closed = others.map((other) => firstCloseAfter(other, at, until));
    const openedFrom = closed.includes(null) ? null : isoTime(Math.max(...(closed as number[])));
    return [
      { ...plain, trades: [trade], at, deals: [trade.first.ticket], exonerating: { openedFrom } },
    ];
  });
}

function firstCloseAfter(trade: NaiveTrade, time: number, until: number): number | null {
  const times = trade.until(until).map((deal) => deal.time);
  return times.find((each) => each > time && !trade.isOpenAt(each)) ?? null;
}

function findingsOf(rule: ConductRule, judging: Judging): Finding[] {
  const concerned = judging.trades.filter(({ symbol }) => !matches(rule.except, symbol));
  switch (rule.kind) {
    case "news":
      return concerned.flatMap((trade) => findNews(rule, trade, judging));
    case "holding":
      return concerned.flatMap((trade) => findHolding(rule, trade, judging));
    case "min_hold":
      return concerned.flatMap((trade) => findMinHold(rule, trade));
    case "idea_loss":
      return findIdeas(rule, concerned, judging);
    case "open_trades":
      return findOpenTrades(rule, concerned);
    case "hedging":
      return findHedging(concerned, judging);
    default:
      return concerned
        .filter(({ symbol }) => matches(rule.forbidden, symbol))
        .map((trade) => ({
          ...plain,
          trades: [trade],
          at: trade.openTime,
          deals: [trade.first.ticket],
          exonerating: null,
        }));
  }
}

/** Whether a deal that the rule is about lies in no imported period. */
function isUnknown(rule: ConductRule, { records, calendar, until }: Judging): boolean {
  if (rule.kind !== "news") return false;
  const periods = calendar?.periods ?? [];
  return records.deals.some(
    ({ time, symbol }) =>
      time <= until &&
      !matches(rule.except, symbol) &&
      !periods.some(({ from, to }) => from <= time && time < to),
  );
}

function reportFinding(rule: ConductRule, index: number, finding: Finding, judging: Judging) {
  const { asOf, records, conflicts, waivers, until } = judging;
  const contested = new Set(
    records.deals
      .filter(({ time, ticket }) => time <= asOf && conflicts.includes(ticket))
      .map(({ position }) => position),
  );
  const isContested = finding.trades.some(({ position }) => contested.has(position));
  const softened = isContested ? "contested" : finding.isUnannounced ? "unannounced" : null;
  const key = `${rule.kind}/${index}/${finding.trades.at(0)!.position}`;
  const waiver = waivers.find((each) => each.key === key) ?? null;
  const isDeducting = rule.consequence === "deduct" && softened === null;
  const deducted = finding.trades.filter(
    (trade) => !trade.isOpenAt(until) && trade.netAt(until) > 0n && waiver === null,
  );
  return {
    key,
    at: isoTime(finding.at),
    status: waiver ? "waived" : "stands",
    consequence: softened === null ? rule.consequence : "note",
    softened,
    strike: null as number | null,
    grade: isContested ? "contested" : finding.isObserved ? "observed" : "recorded",
    trades: finding.trades.map((trade) => {
      const closed = trade.closedAt(until);
      return {
        position: trade.position,
        symbol: trade.symbol,
        side: trade.side,
        openTime: isoTime(trade.openTime),
        closeTime: closed === null ? null : isoTime(closed),
        net: formatDecimal(trade.netAt(until)),
      };
    }),
    deals: finding.deals.toSorted(compare),
    events: finding.events.map(({ allDay: _, ...event }) => ({
      ...event,
      at: isoTime(event.at),
      announcedAt: isoTime(event.announcedAt),
    })),
    value: finding.value,
    limit: finding.limit,
    deduction: isDeducting
      ? formatDecimal(
          sum(deducted.map((trade) => percentOf(trade.netAt(until), rule.deductPercent!))),
        )
      : null,
    exonerating: finding.exonerating,
    waiver: waiver && { reason: waiver.reason, at: waiver.at },
  };
}

type Reported = ReturnType<typeof reportFinding>;

const isHeld = ({ status, softened }: Reported) => status === "stands" && softened === null;

function reportRule(rule: ConductRule, index: number, judging: Judging) {
  const findings = findingsOf(rule, judging)
    .map((finding) => reportFinding(rule, index, finding, judging))
    .toSorted((a, b) => compare(a.at, b.at) || compare(a.key, b.key));
  const held = findings.filter(isHeld);
  const dayAt = tradingDays(judging.rules.day);
  const days = [...new Set(held.map(({ at }) => dayAt(Date.parse(at)).from))].toSorted(
    (a, b) => a - b,
  );
  const { strikes } = rule;
  if (strikes !== null) {
    for (const finding of held)
      finding.strike = days.indexOf(dayAt(Date.parse(finding.at)).from) + 1;
  }
  const ending =
    rule.consequence === "fail"
      ? held.at(0)
      : strikes === null
        ? undefined
        : held.find(({ strike }) => strike === strikes);
  const isFound = held.some(({ consequence }) => consequence !== "note");
  return {
    failedAt: ending === undefined ? null : Date.parse(ending.at),
    row: {
      kind: rule.kind,
      index,
      status: ending
        ? "breached"
        : isFound
          ? "found"
          : isUnknown(rule, judging)
            ? "undetermined"
            : "kept",
      strikes: strikes === null ? null : { count: days.length, of: strikes },
      findings,
    },
  };
}

/**
 * Judges conduct as of a time, or as of the first instant at which a finding ends the evaluation. What was found at that
 * instant counts as it is known then: a trade that joins an idea later changes nothing any more.
 */
export function judgeConductNaively(conducted: NaiveConduct) {
  const judgedUntil = (until: number) => {
    const judging = { ...conducted, until, trades: tradesOf(conducted.records, until) };
    const rules = conducted.rules.conduct.map((rule, index) => reportRule(rule, index, judging));
    return {
      rows: rules.map(({ row }) => row),
      failures: rules.flatMap(({ failedAt }) => failedAt ?? []),
    };
  };
  const whole = judgedUntil(conducted.asOf);
  const found = whole.rows.flatMap(({ findings }) => findings.map(({ at }) => Date.parse(at)));
  const times = [...new Set(found)].toSorted((a, b) => a - b);
  const endedAt = times.find((time) => judgedUntil(time).failures.length > 0) ?? null;
  const { rows: conduct } = endedAt === null ? whole : judgedUntil(endedAt);
  return { endedAt: endedAt === null ? null : isoTime(endedAt), conduct };
}
