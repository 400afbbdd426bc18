import fc from "fast-check";
import { expect, it } from "vitest";
import { Judge } from "../../../../../src/business/rulebook/engine/judge.rule.ts";
import { judgeRecords } from "../../../../../src/business/rulebook/engine/judge-records.rule.ts";
import {
  groupByInstant,
  Timeline,
} from "../../../../../src/business/rulebook/timeline/timeline.rule.ts";
import {
  calendarOf,
  conductRule,
  deducting,
  event,
  failing,
  striking,
} from "../../../../support/conducted.ts";
import { at, cents, plainStage, rulesOf, stageOf100k } from "../../../../support/judged.ts";
import { rounds } from "../../../../support/rounds.ts";

const MINUTE = 60_000;
const START = at("02T00:00");
const minute = fc.nat({ max: 400 });

/** A trade of minutes after the start; some stay open. */
const trades = fc.array(
  fc.record({
    opened: minute,
    held: fc.option(fc.nat({ max: 120 })),
    symbol: fc.constantFrom("EURUSD", "XAUUSD"),
    side: fc.constantFrom("buy" as const, "sell" as const),
    net: fc.integer({ min: -60_000, max: 60_000 }),
  }),
  { maxLength: 12 },
);

const snapshots = fc.array(
  fc.record({ minute, equity: fc.integer({ min: 9_900_000, max: 10_050_000 }) }),
  { maxLength: 10 },
);

const events = fc.array(
  fc.record({ minute, isLate: fc.boolean(), currency: fc.constantFrom("USD", "EUR", "ALL") }),
  { maxLength: 5 },
);

const consequences = fc.constantFrom({}, failing, striking(2), deducting("50"));

const rules = fc
  .record({
    consequence: consequences,
    gapMinutes: fc.constantFrom(0, 30),
    sides: fc.constantFrom("same" as const, "any" as const),
    max: fc.nat({ max: 3 }),
  })
  .map(({ consequence, gapMinutes, sides, max }) => [
    conductRule("news", { restricts: ["entry", "exit", "hold"], before: 10, after: 5 }),
    conductRule("news", { restricts: ["hold"], exceptOpenedBefore: 20, ...consequence }),
    conductRule("holding", { time: "03:00", days: ["mon"] }),
    conductRule("min_hold", { seconds: 1_800, ...deducting("20") }),
    conductRule("idea_loss", { limit: { amount: "500.00" }, gapMinutes, sides }),
    conductRule("open_trades", { max }),
    conductRule("hedging"),
    conductRule("symbols", { except: ["EUR*"], forbidden: ["*"] }),
  ]);

it("of conduct equals a judgement of the whole record for any split", () => {
  fc.assert(
    fc.property(
      trades,
      snapshots,
      events,
      rules,
      fc.array(fc.nat({ max: 30 })),
      (opened, seen, announced, conduct, ends) => {
        const shared = { volume: "1.00", price: "1.1", commission: 0n, swap: 0n, fee: 0n };
        const deals = opened.flatMap(({ opened: from, held, symbol, side, net }, index) => {
          const deal = { ...shared, position: `p${index}`, symbol, side };
          const time = START + from * MINUTE;
          const entry = { ...deal, ticket: `${index}a`, time, entry: "in" as const, profit: 0n };
          if (held === null) return [entry];
          const closed = time + held * MINUTE;
          const exit = { ...deal, ticket: `${index}b`, time: closed, entry: "out" as const };
          return [entry, { ...exit, profit: BigInt(net) }];
        });
        const records = {
          deals,
          operations: [],
          snapshots: seen.map(({ minute: after, equity }) => ({
            time: START + after * MINUTE,
            balance: cents("100000.00"),
            equity: BigInt(equity),
          })),
        };
        const calendar = calendarOf(
          ...announced.map(({ minute: after, isLate, currency }, index) => ({
            ...event(index + 1, "02T00:00", { currency }),
            at: START + after * MINUTE,
            announcedAt: START + (isLate ? after * MINUTE : 0),
          })),
        );
        const judgedBy = rulesOf({ conduct });
        const asOf = at("02T08:00");
        const whole = judgeRecords(stageOf100k, judgedBy, records, asOf, { calendar });
        const account = {
          ...stageOf100k,
          ...plainStage,
          calendar,
          initialBalance: cents("100000.00"),
          startedAt: Date.parse(stageOf100k.startedAt),
        };
        const groups = groupByInstant(records).filter(({ time }) => time <= asOf);
        const timeline = new Timeline(account.initialBalance);
        let judge = new Judge(account, judgedBy);
        for (const [index, group] of groups.entries()) {
          judge.play(timeline.play(group));
          if (!ends.includes(index)) continue;
          const state = JSON.parse(JSON.stringify(judge.state)) as Judge["state"];
          judge = new Judge(account, judgedBy, state);
        }
        expect(judge.conclude(asOf, stageOf100k.evidence)).toEqual(whole);
      },
    ),
    rounds(150),
  );
});
