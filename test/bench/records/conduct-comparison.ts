import { conductRule } from "../../support/conducted.ts";
import { plainStage } from "../../support/judged.ts";
import type { ConductRule } from "../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import type { Calendar } from "../../../src/business/rulebook/timeline/calendar.rule.ts";
import { groupByInstant, Timeline } from "../../../src/business/rulebook/timeline/timeline.rule.ts";
import type { RecordedDeal } from "../../../src/business/rulebook/timeline/trading-record.rule.ts";
import { Judge } from "../../../src/business/rulebook/engine/judge.rule.ts";
import { DAY, HOUR, MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { dailyLoss, maxLoss, noRules } from "../../unit/business/rulebook/rules/rules.fixtures.ts";
import type { Comparison } from "./compare-cpu.ts";

const SNAPSHOTS = 200_000;
const EVENTS = 2_000;
const START = Date.UTC(2026, 0, 1);
/** Cents. */
const INITIAL = 10_000_000n;

const limits: Rules = {
  ...noRules,
  limits: [dailyLoss(), maxLoss({ mode: "trailing_equity" })],
  objectives: [{ kind: "profit_target", target: { percent: "10", of: "initial" } }],
};

/** Twenty rules, of every kind. */
const conduct: ConductRule[] = [
  ...([1, 2, 5, 10] as const).flatMap((minutes) => [
    conductRule("news", { before: minutes, after: minutes }),
    conductRule("news", { before: minutes, after: minutes, restricts: ["hold"] }),
  ]),
  conductRule("holding", { time: "21:00" }),
  conductRule("holding", { time: "23:55", days: ["mon", "tue", "wed", "thu"] }),
  conductRule("min_hold", { seconds: 30 }),
  conductRule("min_hold", { seconds: 120, except: ["XAU*"] }),
  conductRule("idea_loss"),
  conductRule("idea_loss", { sides: "any", gapMinutes: 30 }),
  conductRule("open_trades", { max: 5 }),
  conductRule("open_trades", { max: 1, per: "symbol" }),
  conductRule("hedging"),
  conductRule("hedging", { except: ["US30*"] }),
  conductRule("symbols"),
  conductRule("symbols", { forbidden: ["BTC*", "ETH*"] }),
];

/** Four months with a snapshot a minute, a trade every two hours that lasts half an hour, and events all day. */
function recordOf() {
  const end = START + SNAPSHOTS * MINUTE;
  const deals: RecordedDeal[] = [];
  const symbols = ["EURUSD", "GBPUSD", "USDJPY"];
  for (let time = START + HOUR, count = 0; time < end - HOUR; time += 2 * HOUR, count += 1) {
    const symbol = symbols[count % symbols.length]!;
    const entry: RecordedDeal = {
      ticket: `${count}/in`,
      position: String(count),
      symbol,
      side: "buy",
      entry: "in",
      volume: "1.00",
      price: "1.1",
      time,
      profit: 0n,
      commission: 0n,
      swap: 0n,
      fee: 0n,
    };
    const ticket = `${count}/out`;
    deals.push(entry, { ...entry, ticket, time: time + HOUR / 2, entry: "out", side: "sell" });
  }
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, index) => ({
    time: START + index * MINUTE,
    balance: INITIAL,
    equity: INITIAL + BigInt(Math.round(Math.sin(index / 500) * 90_000)),
  }));
  return groupByInstant({ deals, operations: [], snapshots });
}

/** Events that are spread over the record. */
function calendarOfRecord(): Calendar {
  const step = (SNAPSHOTS * MINUTE) / EVENTS;
  const currencies = ["USD", "EUR", "GBP", "JPY"];
  return {
    versionId: 1,
    periods: [{ from: START, to: START + SNAPSHOTS * MINUTE + DAY }],
    events: Array.from({ length: EVENTS }, (_, index) => ({
      id: index + 1,
      at: START + Math.round(index * step),
      currency: currencies[index % currencies.length]!,
      impact: "high",
      title: "Release",
      allDay: false,
      announcedAt: START - DAY,
    })),
  };
}

/** Compares the engine with twenty rules of conduct with the one before it, which knows none. */
export function conductComparison(): Comparison {
  const groups = recordOf();
  const calendar = calendarOfRecord();
  const judged = (rules: Rules, engine: "2" | "3") => async () => {
    const account = { ...plainStage, id: 1, currency: "USD", rulesVersionId: 1, startedAt: START };
    const judge = new Judge({ ...account, calendar, initialBalance: INITIAL }, rules);
    const timeline = new Timeline(INITIAL, undefined, engine);
    for (const group of groups) judge.play(timeline.play(group));
    judge.conclude(groups.at(-1)!.time, { conflicts: [], inconsistentStatements: [] });
  };
  return {
    name: `${SNAPSHOTS.toLocaleString("en-US")} snapshots, ${EVENTS.toLocaleString("en-US")} events, twenty rules of conduct; without them`,
    product: judged({ ...limits, conduct }, "3"),
    ceiling: judged(limits, "2"),
    goal: 2,
  };
}
