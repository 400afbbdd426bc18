import { account, evening, morning, type WorkedExample } from "./worked-example.ts";

const dailyLoss = "https://academy.ftmo.com/lesson/maximum-daily-loss";
const maximumLoss = "https://academy.ftmo.com/?p=47";
const trailing = "https://ftmo.com/au/?p=1671";
const profitTarget = "https://academy.ftmo.com/lesson/profit-target/";
const bestDay =
  "https://ftmo.com/au/faq/what-happens-if-the-best-day-rule-is-not-met-in-ftmo-challenge-1-step";

export const ftmoExamples: WorkedExample[] = [
  {
    says: "after a loss of $8,000 on a $200,000 account, another $2,000 may be lost that day",
    url: dailyLoss,
    preset: 101,
    account: account(200_000).earns(1, -8_000),
    checks: [
      {
        at: evening(1),
        rules: { daily_loss: { status: "kept", floor: "190000.00", room: "2000.00" } },
      },
    ],
  },
  {
    says: "after a profit of $4,000, a floating loss of $13,000 is within the limit until midnight and exceeds it afterwards",
    url: dailyLoss,
    preset: 101,
    account: account(200_000)
      .earns(1, 4_000)
      .opens([1, "14:00"])
      .hasEquity([1, "22:59"], 191_000)
      .hasEquity([1, "23:01"], 191_000),
    checks: [
      { at: [1, "13:00"], rules: { daily_loss: { room: "14000.00" } } },
      {
        at: [1, "22:59"],
        rules: { daily_loss: { status: "kept", floor: "190000.00", room: "1000.00" } },
      },
      {
        at: [1, "23:30"],
        outcome: "breached",
        rules: { daily_loss: { status: "breached", floor: "194000.00" } },
      },
    ],
  },
  {
    says: "with a balance of $92,000, a floating loss of $2,001 exceeds the maximum loss of a $100,000 account",
    url: maximumLoss,
    preset: 101,
    account: account(100_000)
      .earns(1, -4_000)
      .earns(2, -4_000)
      .opens([3, "12:00"])
      .hasEquity([3, "12:30"], 90_000)
      .hasEquity([3, "13:00"], 89_999),
    checks: [
      {
        at: [3, "12:30"],
        rules: { max_loss: { status: "kept", floor: "90000.00", room: "0.00" } },
      },
      {
        at: [3, "13:00"],
        outcome: "breached",
        rules: { max_loss: { status: "breached", room: "-1.00" }, daily_loss: { status: "kept" } },
      },
    ],
  },
  {
    says: "the limit of the 1-Step starts at $90,000, rises to $94,000 after a day that ends with $104,000, and stays there after one that ends with $103,000",
    url: trailing,
    preset: 104,
    account: account(100_000).earns(1, 4_000).earns(2, -1_000),
    checks: [
      { at: morning(1), rules: { max_loss: { floor: "90000.00" } } },
      { at: evening(1), rules: { max_loss: { floor: "90000.00" } } },
      { at: morning(2), rules: { max_loss: { floor: "94000.00" } } },
      { at: morning(3), rules: { max_loss: { floor: "94000.00" } } },
    ],
  },
  {
    says: "the $100,000 Challenge requires a balance of $110,000 with all positions closed",
    url: profitTarget,
    preset: 101,
    account: account(100_000)
      .earns(1, 2_500)
      .earns(2, 2_500)
      .earns(3, 2_500)
      .earns(4, 2_500)
      .opens([4, "14:00"]),
    checks: [
      {
        at: [4, "13:00"],
        outcome: "passed",
        rules: {
          profit_target: { status: "met", target: "10000.00", missing: "0.00" },
          min_trading_days: { status: "met", value: 4 },
        },
      },
      { at: [4, "15:00"], outcome: "in_progress", rules: { profit_target: { status: "not_met" } } },
    ],
  },
  {
    says: "the $100,000 Verification requires a balance of $105,000",
    url: profitTarget,
    preset: 102,
    account: account(100_000).earns(1, 2_000).earns(2, 1_000).earns(3, 1_000).earns(4, 1_000),
    checks: [
      { at: evening(3), rules: { profit_target: { status: "not_met", missing: "1000.00" } } },
      {
        at: evening(4),
        outcome: "passed",
        rules: { profit_target: { status: "met", target: "5000.00" } },
      },
    ],
  },
  {
    says: "a best day of $5,000 is 100% of the profit, and 50% once other days have added $5,000",
    url: bestDay,
    preset: 104,
    account: account(100_000).earns(1, 5_000).earns(2, 2_500).earns(3, 2_500),
    checks: [
      { at: evening(1), rules: { consistency: { status: "not_met", value: "100.00" } } },
      { at: evening(3), rules: { consistency: { status: "met", value: "50.00" } } },
    ],
  },
];
