import type {
  ConductKind,
  ConductRule,
  ConductRuleOf,
} from "../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { JudgedWith } from "../../src/business/rulebook/engine/judge-records.rule.ts";
import type { JudgedStage } from "../../src/business/rulebook/engine/verdict.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type {
  Calendar,
  CalendarEvent,
} from "../../src/business/rulebook/timeline/calendar.rule.ts";
import type {
  RecordedDeal,
  TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { at, cents, judge } from "./judged.ts";

const shared = { except: [], consequence: "warn", deductPercent: null, strikes: null } as const;

const defaults: { [Kind in ConductKind]: ConductRuleOf<Kind> } = {
  news: {
    kind: "news",
    impacts: ["high"],
    before: 2,
    after: 2,
    concerns: "currencies",
    instruments: {},
    restricts: ["entry", "exit"],
    exceptOpenedBefore: null,
    ...shared,
    except: [],
  },
  holding: { kind: "holding", time: "21:00", days: ["fri"], ...shared, except: [] },
  min_hold: { kind: "min_hold", seconds: 60, ...shared, except: [] },
  idea_loss: {
    kind: "idea_loss",
    limit: { amount: "1000.00" },
    gapMinutes: 0,
    sides: "same",
    breachedWhen: "below",
    ...shared,
    except: [],
  },
  open_trades: { kind: "open_trades", max: 2, per: "account", ...shared, except: [] },
  hedging: { kind: "hedging", ...shared, except: [] },
  symbols: { kind: "symbols", forbidden: ["XAU*"], ...shared, except: [] },
};

/** Creates a rule of conduct that warns. */
export function conductRule<Kind extends ConductKind>(
  kind: Kind,
  changes: Partial<ConductRuleOf<Kind>> = {},
): ConductRule {
  return { ...defaults[kind], ...changes };
}

export const deducting = (deductPercent: string, strikes: number | null = null) =>
  ({ consequence: "deduct", deductPercent, strikes }) as const;
export const striking = (strikes: number) => ({ consequence: "strike", strikes }) as const;
export const failing = { consequence: "fail" } as const;

/** Creates the deals of a trade: `position: symbol side times net`; without a second time, it stays open. */
export function traded(
  position: string,
  [from, to]: [from: string, to?: string],
  net = "0.00",
  { symbol = "EURUSD", side = "buy" }: { symbol?: string; side?: "buy" | "sell" } = {},
): RecordedDeal[] {
  const stated = { position, symbol, volume: "1.00", price: "1.1" };
  const free = { commission: 0n, swap: 0n, fee: 0n };
  const other = side === "buy" ? "sell" : "buy";
  const entry: RecordedDeal = {
    ...stated,
    ...free,
    ticket: `${position}a`,
    time: at(from),
    entry: "in",
    side,
    profit: 0n,
  };
  if (to === undefined) return [entry];
  const exit = { ticket: `${position}b`, time: at(to), entry: "out", side: other } as const;
  return [entry, { ...entry, ...exit, profit: cents(net) }];
}

/** Creates an event of high impact about USD that was announced a month before. */
export const event = (
  id: number,
  time: string,
  changes: Partial<CalendarEvent> = {},
): CalendarEvent => ({
  id,
  at: at(time),
  currency: "USD",
  impact: "high",
  title: "Non-Farm Payrolls",
  allDay: false,
  announcedAt: at("01T00:00") - 30 * 86_400_000,
  ...changes,
});

/** Creates a calendar of March 2026. */
export const calendarOf = (...events: CalendarEvent[]): Calendar => ({
  versionId: 1,
  periods: [{ from: at("01T00:00"), to: at("31T00:00") }],
  events: events.toSorted((a, b) => a.at - b.at || a.id - b.id),
});

/** Returns a time of March 2026 as a verdict writes it. */
export const text = (time: string) => new Date(at(time)).toISOString();

interface Conducted extends JudgedWith {
  asOf?: string;
  rules?: Partial<Rules>;
  stage?: Partial<JudgedStage>;
}

/** Judges records by rules of conduct against the stage of 100,000. */
export function judgeConduct(
  conduct: ConductRule[],
  record: Partial<TradingRecord>,
  { asOf = "30T00:00", rules, stage, ...judgedWith }: Conducted = {},
) {
  const judged = judge({ ...rules, conduct }, record, at(asOf), stage, judgedWith);
  return { ...judged, conduct: judged.conduct! };
}

/** Returns what the first rule of conduct has found. */
export const foundBy = (...judged: Parameters<typeof judgeConduct>) =>
  judgeConduct(...judged).conduct[0]!.findings;
