import fc from "fast-check";
import type { ConductRule } from "../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type { Calendar } from "../../src/business/rulebook/timeline/calendar.rule.ts";
import type {
  RecordedDeal,
  TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { conductRule, deducting, failing, striking } from "./conducted.ts";
import { cents, rulesOf } from "./judged.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Fridays; the clocks of two zones change within the next days. */
const places = fc.constantFrom(
  { from: "2026-03-06", timeZone: "America/Chicago" },
  { from: "2026-03-27", timeZone: "Europe/Prague" },
  { from: "2026-03-13", timeZone: "UTC" },
);

/** Times since the first midnight that often coincide with each other, with windows and with a day's start. */
const time = fc
  .tuple(
    fc.constantFrom(0, 0, 0, 1, 2, 3),
    fc.constantFrom(0, 1, 1.5, 2, 8, 8, 8.5, 9, 15, 21, 22),
    fc.constantFrom(0, 0, 0, 1, 2, 5, 10, 30, -1, -2, -5, -10, 1 / 60, -1 / 60_000, 1 / 60_000),
  )
  .map(([day, hour, minutes]) => day * DAY + hour * HOUR + minutes * MINUTE);

const symbol = fc.constantFrom("EURUSD", "eurusd", "EURUSD.x", "GBPJPY", "US30.cash", "XAUUSD");
const side = fc.constantFrom("buy" as const, "sell" as const);
const net = fc.oneof(
  fc.constantFrom("0.00", "0.01", "-0.01", "100.00", "-100.00", "-50.00", "33.33"),
  fc.integer({ min: -15_000, max: 15_000 }).map((value) => (value / 100).toFixed(2)),
);

/** A trade with what happens between its opening and its closing. Some stay open, some close at once. */
const trade = fc.record({
  from: time,
  to: fc.option(time, { freq: 6 }),
  isInstant: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  between: fc.array(fc.record({ at: time, entry: fc.constantFrom("in", "out", "inout"), net }), {
    maxLength: 2,
  }),
  symbol,
  side,
  net,
});

const patterns = fc.subarray(["EURUSD*", "eurusd", "XAU*", "US30*", "GBPJPY", "*"]);

const consequences = fc.constantFrom<Partial<ConductRule>>(
  {},
  {},
  { consequence: "note" },
  deducting("50"),
  deducting("33.33"),
  deducting("100", 3),
  striking(2),
  striking(3),
  failing,
);
const except = fc.oneof(
  { weight: 4, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.subarray(["EURUSD.x", "XAU*", "us30*"]) },
);
const shared = fc.tuple(consequences, except).map(([consequence, excepted]) => ({
  ...(consequence as object),
  except: excepted,
}));

const window = fc.constantFrom(0, 2, 10, 600);

const news = fc
  .record({
    impacts: fc.subarray(["high", "medium", "low"] as const),
    before: window,
    after: window,
    concerns: fc.constantFrom("currencies" as const, "currencies" as const, "all" as const),
    instruments: fc.constantFrom<Record<string, string[]>>({}, { "us30*": ["USD"] }),
    restricts: fc.subarray(["entry", "exit", "hold"] as const),
    exceptOpenedBefore: fc.constantFrom(null, null, 0, 10, 60),
  })
  .map((fields) => conductRule("news", fields));

const rule = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: news },
      fc
        .record({
          time: fc.constantFrom("00:00", "21:00", "02:30", "15:00"),
          days: fc.subarray(["fri", "sat", "sun", "mon"] as const),
        })
        .map((fields) => conductRule("holding", fields)),
      fc.constantFrom(0, 60, 1_800, 86_400).map((seconds) => conductRule("min_hold", { seconds })),
      fc
        .record({
          limit: fc.constantFrom(
            { amount: "0.00" },
            { amount: "100.00" },
            { percent: "0.5", of: "initial" as const },
          ),
          gapMinutes: fc.constantFrom(0, 1, 30, 600),
          sides: fc.constantFrom("same" as const, "any" as const),
          breachedWhen: fc.constantFrom("below" as const, "at_or_below" as const),
        })
        .map((fields) => conductRule("idea_loss", fields)),
      fc
        .record({
          max: fc.nat({ max: 3 }),
          per: fc.constantFrom("account" as const, "symbol" as const),
        })
        .map((fields) => conductRule("open_trades", fields)),
      fc.constant(conductRule("hedging")),
      patterns.map((forbidden) => conductRule("symbols", { forbidden })),
    ),
    shared,
  )
  .map(([judged, changes]) => ({ ...judged, ...changes }));

const event = fc.record({
  at: time,
  currency: fc.constantFrom("USD", "USD", "EUR", "JPY", "ALL"),
  impact: fc.constantFrom("high" as const, "high" as const, "medium" as const, "none" as const),
  allDay: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
  announced: fc.oneof(fc.constant(-30 * DAY), fc.constant(-30 * DAY), time),
});

const snapshot = fc.record({ at: time, equity: net, isFromBalance: fc.boolean() });

/** A stage of 10,000 whose conduct is judged. */
export interface ConductedCase {
  rules: Rules & { conduct: ConductRule[] };
  records: TradingRecord;
  calendar: Calendar | null;
  conflicts: string[];
  asOf: number;
  startedAt: number;
}

/** Cases whose records often coincide with each other, with windows and with a clock change. */
export const conductedCases: fc.Arbitrary<ConductedCase> = fc
  .record({
    place: places,
    startsAt: fc.constantFrom("00:00", "17:00"),
    conduct: fc.array(rule, { minLength: 2, maxLength: 7 }),
    trades: fc.array(trade, { minLength: 1, maxLength: 7 }),
    snapshots: fc.uniqueArray(snapshot, { maxLength: 8, selector: ({ at }) => at }),
    events: fc.option(fc.array(event, { maxLength: 6 }), { freq: 8 }),
    isPartlyImported: fc.boolean(),
    conflicts: fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.nat({ max: 20 }).map(String), { maxLength: 2 }) },
    ),
    asOf: fc.oneof(time, fc.constant(6 * DAY), fc.constant(6 * DAY)),
  })
  .map(({ place, startsAt, trades, snapshots, events, isPartlyImported, conduct, ...others }) => {
    const zero = Date.parse(place.from);
    const deals = dealsOf(trades, zero);
    const operations: TradingRecord["operations"] = [];
    const balanceAt = (until: number) =>
      deals
        .filter(({ time: each }) => each <= until)
        .reduce((balance, { profit }) => balance + profit, cents("10000.00"));
    const calendar = events && {
      versionId: 1,
      periods: [{ from: zero - DAY, to: zero + (isPartlyImported ? 1 : 30) * DAY }],
      events: events
        .map(({ at, announced, ...fields }, index) => ({
          ...fields,
          id: index + 1,
          at: at + zero,
          title: `Event ${index}`,
          announcedAt: announced + zero,
        }))
        .toSorted((a, b) => a.at - b.at || a.id - b.id),
    };
    return {
      ...others,
      rules: {
        ...rulesOf({ day: { timeZone: place.timeZone, startsAt } }),
        conduct,
      },
      records: {
        deals,
        operations,
        snapshots: snapshots.map(({ at, equity, isFromBalance }) => {
          const balance = balanceAt(at + zero);
          const base = isFromBalance ? balance : cents("10000.00");
          return { time: at + zero, balance, equity: base + cents(equity) };
        }),
      },
      calendar,
      asOf: zero + others.asOf,
      startedAt: zero - DAY,
    };
  });

type DrawnTrade = typeof trade extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function dealsOf(trades: DrawnTrade[], zero: number): RecordedDeal[] {
  const deals: Omit<RecordedDeal, "ticket">[] = trades.flatMap((each, index) => {
    const shape = {
      position: String((index * 7) % 10),
      symbol: each.symbol,
      volume: "1.00",
      price: "1.1",
      commission: 0n,
      swap: 0n,
      fee: 0n,
    };
    const other: RecordedDeal["side"] = each.side === "buy" ? "sell" : "buy";
    const [from, to] =
      each.to === null
        ? [each.from, null]
        : [Math.min(each.from, each.to), Math.max(each.from, each.to)];
    const opening: Omit<RecordedDeal, "ticket"> = {
      ...shape,
      time: from + zero,
      entry: "in",
      side: each.side,
      profit: 0n,
    };
    const last = each.isInstant ? from : to;
    const middle = each.isInstant
      ? []
      : each.between
          .filter(({ at }) => at > from && (to === null || at < to))
          .map(({ at, entry, net: result }) => ({
            ...shape,
            time: at + zero,
            entry,
            volume: entry === "out" ? "0.25" : entry === "inout" ? "2.00" : "0.50",
            side: entry === "in" ? each.side : other,
            profit: entry === "in" ? 0n : cents(result),
          }));
    if (last === null) return [opening, ...middle];
    const closing: Omit<RecordedDeal, "ticket"> = {
      ...shape,
      time: last + zero,
      entry: "out",
      side: other,
      volume: "100.00",
      profit: cents(each.net),
    };
    return [opening, ...middle, closing];
  });
  // Tickets are not in the order of time.
  return deals.map((deal, index): RecordedDeal => ({ ...deal, ticket: String((index * 11) % 37) }));
}
