import { describe, expect, it } from "vitest";
import {
  type ReadinessCode,
  type ReadinessFacts,
  readinessOf,
} from "../../../../../src/business/money/payouts/readiness.rule.ts";
import type { PayoutRules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";

const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse("2026-03-01T00:00:00Z");

const rules: PayoutRules = {
  sharePercent: "80",
  firstAfterDays: 14,
  everyDays: 14,
  minimum: "50.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

/** What a test says about an account: the facts of its readiness, with those of its stage beside them. */
interface Account extends Omit<ReadinessFacts, "payable"> {
  /** `null` for a stage without rules for payouts. */
  rules: PayoutRules | null;
  currency: string;
  profit: bigint;
  approved: { total: bigint; lastAt: number | null };
}

const facts: Account = {
  now: start + 14 * DAY,
  isPayoutEnabled: true,
  isBanned: false,
  isBreached: false,
  isUnderReview: false,
  rules,
  currency: "USD",
  stageStartedAt: start,
  profit: 100_000n,
  isFlat: true,
  approved: { total: 0n, lastAt: null },
  hasPendingRequest: false,
  isEvidenceIncomplete: false,
  isBeforeCosts: false,
  dayResults: [60_000n, 40_000n],
};

function judge({ rules: present, currency, profit, approved, ...account }: Account) {
  const { total, lastAt } = approved;
  return readinessOf({
    ...account,
    payable: {
      stageId: 1,
      currency,
      initialBalance: 10_000_000n,
      rules: { payout: present },
      profit,
      conduct: [],
      approvals: lastAt === null ? [] : [{ payoutId: 7, amount: total, share: "80", at: lastAt }],
      trades: [],
    },
  });
}

const line = { position: null, percent: null, causes: [], payoutId: null };

it.each([
  ["JPY", 100_199n, "801.00"],
  ["EUR", 100_199n, "801.59"],
])("what can be withdrawn in %s is in its smallest unit", (currency, profit, withdrawable) => {
  expect(judge({ ...facts, currency, profit })).toMatchObject({ withdrawable });
});

const codesOf = (changes: Partial<Account>) =>
  judge({ ...facts, ...changes }).reasons.map(({ code }) => code);

const withRules = (changes: Partial<PayoutRules>): Partial<Account> => ({
  rules: { ...rules, ...changes },
});

describe("payout readiness", () => {
  it("has no reason against a payout once the first is due", () => {
    expect(judge(facts)).toEqual({
      ready: true,
      profit: "1000.00",
      share: "80",
      withdrawable: "800.00",
      nextAt: null,
      reasons: [],
      statement: {
        stageId: 1,
        number: 1,
        lines: [
          { ...line, code: "profit", amount: "1000.00" },
          { ...line, code: "share", amount: "-200.00" },
        ],
        withdrawable: "800.00",
      },
    });
  });

  const cases: [string, ReadinessCode[], Partial<Account>][] = [
    ["payouts are not enabled", ["payouts_disabled"], { isPayoutEnabled: false }],
    ["the trader is banned", ["banned"], { isBanned: true }],
    ["the rules have no payout terms", ["no_rules"], { rules: null }],
    ["a limit is breached", ["breached"], { isBreached: true }],
    ["the account is under review", ["under_review"], { isUnderReview: true }],
    ["a request is pending", ["request_pending"], { hasPendingRequest: true }],
    ["a position is open", ["open_positions"], { isFlat: false }],
    ["records contradict", ["evidence_incomplete"], { isEvidenceIncomplete: true }],
    ["results lack costs", ["evidence_incomplete"], { isBeforeCosts: true }],
    ["a millisecond is missing", ["first_payout_too_early"], { now: facts.now - 1 }],
    [
      "the last approval is 13 days old",
      ["next_payout_too_early"],
      { approved: { total: 0n, lastAt: facts.now - 13 * DAY } },
    ],
    ["the last approval is 14 days old", [], { approved: { total: 0n, lastAt: start } }],
    ["a cent is missing", ["below_minimum"], withRules({ minimum: "800.01" })],
    ["the minimum is met to the cent", [], withRules({ minimum: "800.00" })],
    ["there is no profit", ["below_minimum"], { ...withRules({ minimum: "0.00" }), profit: 0n }],
    ["two of two winning days are reached", [], withRules({ minimumWinningDays: 2 })],
    [
      "two of three winning days are reached",
      ["not_enough_winning_days"],
      withRules({ minimumWinningDays: 3 }),
    ],
    [
      "a winning day is a cent short",
      ["not_enough_winning_days"],
      withRules({ minimumWinningDays: 2, winningDayMinimum: "400.01" }),
    ],
    [
      "a winning day is worth exactly the minimum",
      [],
      withRules({ minimumWinningDays: 2, winningDayMinimum: "400.00" }),
    ],
    ["the best day is at its limit", [], withRules({ bestDayAtMostPercent: "60" })],
    [
      "the best day is too large",
      ["best_day_too_large"],
      withRules({ bestDayAtMostPercent: "59.99" }),
    ],
    [
      "the best day is all there is",
      ["best_day_too_large"],
      { ...withRules({ bestDayAtMostPercent: "50" }), dayResults: [100n, -200n] },
    ],
    [
      "there is no winning day",
      [],
      { ...withRules({ bestDayAtMostPercent: "50" }), dayResults: [-200n] },
    ],
  ];
  it.each(cases)("if %s: %j", (_title, codes, changes) => {
    expect(codesOf(changes)).toEqual(codes);
    expect(judge({ ...facts, ...changes }).ready).toBe(codes.length === 0);
  });

  const amounts: [string, string, Partial<Account>][] = [
    ["rounded down to the cent", "0.80", { profit: 101n }],
    ["of the profit beyond the buffer", "400.00", withRules({ bufferAmount: "500.00" })],
    ["0.00 below the buffer", "0.00", withRules({ bufferAmount: "1000.01" })],
    ["less what was approved", "500.00", { approved: { total: 30_000n, lastAt: start } }],
    ["not below 0", "0.00", { approved: { total: 90_000n, lastAt: start } }],
    ["0.00 without rules", "0.00", { rules: null }],
    ["0.00 after a loss", "0.00", { profit: -5_000n }],
    ["of a percent with decimals", "333.30", withRules({ sharePercent: "33.33" })],
  ];
  it.each(amounts)("has an amount that is %s: %s", (_title, withdrawable, changes) => {
    expect(judge({ ...facts, ...changes })).toMatchObject({ withdrawable });
  });

  it("states when the next payout is possible", () => {
    const { nextAt, reasons } = judge({ ...facts, now: start });
    expect(nextAt).toBe("2026-03-15T00:00:00.000Z");
    expect(reasons).toEqual([
      {
        code: "first_payout_too_early",
        message: "The first payout is possible from 2026-03-15 00:00 UTC.",
        until: "2026-03-15T00:00:00.000Z",
      },
    ]);
  });

  it.each([
    ["USD", "$800.00", "$1,250.00", "$500.00"],
    ["EUR", "800.00 EUR", "1,250.00 EUR", "500.00 EUR"],
  ])("states amounts in %s", (currency, withdrawable, minimum, winningDay) => {
    const changes = withRules({
      minimum: "1250",
      minimumWinningDays: 3,
      winningDayMinimum: "500",
    });
    const messages = judge({ ...facts, ...changes, currency }).reasons.map(
      ({ message }) => message,
    );
    expect(messages).toEqual([
      `${withdrawable} can be withdrawn; the minimum payout is ${minimum}.`,
      `1 of 3 winning days of at least ${winningDay} since the last payout or the start.`,
    ]);
  });
});
