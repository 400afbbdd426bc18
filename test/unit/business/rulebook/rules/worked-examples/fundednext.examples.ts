import { account, evening, morning, type WorkedExample } from "./worked-example.ts";

const cases =
  "https://help.fundednext.com/en/articles/8019811-how-can-i-calculate-the-daily-drawdown";
const limits =
  "https://help.fundednext.com/en/articles/9941519-daily-drawdown-limit-vs-overall-drawdown-limit";

export const fundedNextExamples: WorkedExample[] = [
  {
    says: "after closed losses of $3,000 on a $100,000 account, no more than $2,000 may be lost that day",
    url: cases,
    preset: 301,
    account: account(100_000)
      .earns(1, -3_000)
      .opens([1, "13:00"])
      .hasEquity([1, "14:00"], 95_000)
      .hasEquity([1, "15:00"], 94_999),
    checks: [
      { at: [1, "12:45"], rules: { daily_loss: { room: "2000.00" } } },
      { at: [1, "14:00"], rules: { daily_loss: { status: "kept", room: "0.00" } } },
      { at: [1, "15:00"], outcome: "breached", rules: { daily_loss: { status: "breached" } } },
    ],
  },
  {
    says: "after a profit of $5,000, $10,000 may be lost on the same day",
    url: cases,
    preset: 301,
    account: account(100_000).earns(1, 5_000),
    checks: [{ at: evening(1), rules: { daily_loss: { floor: "95000.00", room: "10000.00" } } }],
  },
  {
    says: "a floating loss beyond the limit is a violation even if the trade closes with a profit",
    url: cases,
    preset: 301,
    account: account(100_000)
      .earns(1, -3_000)
      .opens([1, "13:00"])
      .hasEquity([1, "13:30"], 94_500)
      .closes([1, "14:00"], 500),
    checks: [
      {
        at: evening(1),
        outcome: "breached",
        rules: { daily_loss: { status: "breached", value: "94500.00", room: "-500.00" } },
      },
    ],
  },
  {
    says: "a $100,000 Stellar 2-Step account may lose $5,000 a day, or $7,000 after a profit of $2,000, and may not fall below $90,000",
    url: limits,
    preset: 301,
    account: account(100_000).earns(1, 2_000),
    checks: [
      {
        at: morning(1),
        rules: { daily_loss: { floor: "95000.00" }, max_loss: { floor: "90000.00" } },
      },
      { at: evening(1), rules: { daily_loss: { room: "7000.00" } } },
    ],
  },
  {
    says: "a $100,000 Stellar 1-Step account may lose $3,000 a day and may not fall below $94,000",
    url: limits,
    preset: 304,
    account: account(100_000),
    checks: [
      {
        at: morning(1),
        rules: { daily_loss: { floor: "97000.00" }, max_loss: { floor: "94000.00" } },
      },
    ],
  },
  {
    says: "a $100,000 Stellar Lite account may lose $4,000 a day and may not fall below $92,000",
    url: limits,
    preset: 306,
    account: account(100_000),
    checks: [
      {
        at: morning(1),
        rules: { daily_loss: { floor: "96000.00" }, max_loss: { floor: "92000.00" } },
      },
    ],
  },
];
