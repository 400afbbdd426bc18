import type { LimitRule, ObjectiveRule } from "../../src/business/rulebook/kinds/kinds.rule.ts";
import type { RuleOf, Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type {
  RecordedDeal,
  TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import {
  type JudgedWith,
  judgeRecords,
} from "../../src/business/rulebook/engine/judge-records.rule.ts";
import type {
  JudgedStage,
  LimitVerdict,
  ObjectiveVerdict,
} from "../../src/business/rulebook/engine/verdict.schema.ts";
import { parseCents } from "../../src/platform/money/money.ts";

/** Returns the timestamp of a time in March 2026 in milliseconds: `at("02T09:00")`. */
export const at = (text: string): number =>
  Date.parse(`2026-03-${text}${text.length > 8 ? "" : ":00"}Z`);

/** Parses an amount into cents: `cents("1234.50")`. */
export const cents = (amount: string): bigint => parseCents(amount)!;

let tickets = 0;

/** Creates a deal of one lot with this net result. */
export function deal(
  time: number,
  entry: RecordedDeal["entry"],
  net = "0.00",
  changes: Partial<RecordedDeal> = {},
): RecordedDeal {
  tickets += 1;
  return {
    ticket: String(tickets),
    position: "1",
    time,
    entry,
    symbol: "EURUSD",
    side: "buy",
    volume: "1.00",
    price: "1.1",
    profit: cents(net),
    commission: 0n,
    swap: 0n,
    fee: 0n,
    ...changes,
  };
}

/** Creates a trade that opens and closes at these times. */
export function trade(
  from: number,
  to: number,
  net: string,
  position = `t${from}`,
): RecordedDeal[] {
  return [deal(from, "in", "0.00", { position }), deal(to, "out", net, { position })];
}

export const snapshot = (time: number, equity: string, balance = "100000.00") => ({
  time,
  balance: cents(balance),
  equity: cents(equity),
});

export const operation = (
  time: number,
  amount: string,
  kind: "deposit" | "withdrawal" | "correction" | "fee" | "credit" = amount.startsWith("-")
    ? "withdrawal"
    : "deposit",
) => ({ ticket: `op${time}${amount}`, time, kind, amount: cents(amount) });

/** A stage of 100,000 that starts on Monday, 2 March 2026. */
export const stageOf100k: JudgedStage = {
  id: 1,
  phase: "Phase 1",
  currency: "USD",
  initialBalance: "100000.00",
  rulesVersionId: 1,
  startedAt: "2026-03-02T00:00:00.000Z",
  endedAt: null,
  evidence: { conflicts: [], inconsistentStatements: [] },
};

/** What a stage has that is open, without breaches that were set aside or a balance from another stage. */
export const plainStage = { endedAt: null, waivers: [], carriedBalance: null, calendar: null };

/** Creates rules without limits and objectives except those of the test; days are UTC. */
export function rulesOf(changes: Partial<Rules>): Rules {
  return {
    day: { timeZone: "UTC", startsAt: "00:00" },
    observation: { maxGapSeconds: 300 },
    limits: [],
    objectives: [],
    payout: null,
    ...changes,
  };
}

const shared = { measured: "equity", breachedWhen: "below", consequence: "fail" } as const;

export const dailyLoss = (changes: Partial<RuleOf<"daily_loss">> = {}): LimitRule => ({
  kind: "daily_loss",
  limit: { percent: "5", of: "initial" },
  from: "balance",
  ...shared,
  ...changes,
});

export const maxLoss = (changes: Partial<RuleOf<"max_loss">> = {}): LimitRule => ({
  kind: "max_loss",
  limit: { percent: "10", of: "initial" },
  mode: "static",
  locksAt: null,
  onWithdrawal: "follow",
  ...shared,
  ...changes,
});

export const profitTarget = (percent = "10"): ObjectiveRule => ({
  kind: "profit_target",
  target: { percent, of: "initial" },
});

/** Judges a record against the stage of 100,000. */
export function judge(
  rules: Partial<Rules>,
  record: Partial<TradingRecord>,
  asOf: number,
  stage: Partial<JudgedStage> = {},
  judgedWith: JudgedWith = {},
) {
  const records = { deals: [], operations: [], snapshots: [], ...record };
  const judged = { ...stageOf100k, ...stage };
  const judgement = judgeRecords(judged, rulesOf(rules), records, asOf, judgedWith);
  const limits = judgement.rules.filter((rule): rule is LimitVerdict => "breach" in rule);
  const objectives = judgement.rules.filter((rule): rule is ObjectiveVerdict => "target" in rule);
  return { ...judgement, limits, objectives };
}
