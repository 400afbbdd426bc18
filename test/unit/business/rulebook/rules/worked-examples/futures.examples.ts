import { account, evening, morning, type WorkedExample } from "./worked-example.ts";

const topstepLoss = "https://help.topstep.com/en/articles/8284204-what-is-the-maximum-loss-limit";
const topstepConsistency =
  "https://help.futures.topstep.com/hc/en-us/articles/4405772379155-What-is-the-Consistency-Target-";
const apex =
  "https://apextraderfunding.com/help-center/intraday-trailing-drawdown-accounts/intraday-trailing-drawdown-explained/";
const myFundedFutures =
  "https://help.myfundedfutures.com/en/articles/11994562-consistency-rule-at-myfunded-futures-core-scale-and-pro-plans";
const myFundedFuturesLoss =
  "https://help.myfundedfutures.com/en/articles/8348565-end-of-day-eod-drawdown-explained";
const myFundedFuturesRapid =
  "https://help.myfundedfutures.com/en/articles/14116402-rapid-plan-25k-a-comprehensive-look";
const takeProfitTrader = "https://takeprofittrader.crunch.help/en/test-rules/rule-6-be-consistent";
const earn2Trade =
  "https://help.earn2trade.com/en/articles/5372687-how-does-end-of-day-drawdown-work";
const earn2TradeSmall = "https://fundingtrading.com/faq/how-does-end-of-day-drawdown-work";

export const topstepExamples: WorkedExample[] = [
  {
    says: "the Maximum Loss Limit of a $50,000 account rises to $48,500, does not change after a loss, and stops at $50,000",
    url: topstepLoss,
    preset: 401,
    account: account(50_000).earns(1, 500).earns(2, -500).earns(3, 2_500).earns(4, 1_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "48000.00" } } },
      { at: morning(2), rules: { max_loss: { floor: "48500.00" } } },
      { at: morning(3), rules: { max_loss: { floor: "48500.00", room: "1500.00" } } },
      { at: morning(4), rules: { max_loss: { floor: "50000.00" } } },
      { at: morning(5), rules: { max_loss: { floor: "50000.00" } } },
    ],
  },
  {
    says: "a best day of $900 is 32% of a profit of $2,800",
    url: topstepConsistency,
    preset: 401,
    account: account(50_000).earns(1, 900).earns(2, 700).earns(3, 600).earns(4, 600),
    checks: [{ at: evening(4), rules: { consistency: { status: "met", value: "32.15" } } }],
  },
];

export const apexExamples: WorkedExample[] = [
  {
    says: "an unrealized peak of $50,900 raises the threshold of a $50,000 account from $48,000 to $48,900, and the threshold does not fall again",
    url: apex,
    preset: 506,
    account: account(50_000)
      .opens([1, "12:00"])
      .hasEquity([1, "13:00"], 50_900)
      .hasEquity([1, "14:00"], 50_200)
      .closes([1, "15:00"], 300),
    checks: [
      { at: morning(1), rules: { max_loss: { floor: "48000.00" } } },
      { at: [1, "13:00"], rules: { max_loss: { floor: "48900.00" } } },
      { at: [1, "14:00"], rules: { max_loss: { floor: "48900.00" } } },
      { at: [1, "15:00"], rules: { max_loss: { floor: "48900.00", value: "50300.00" } } },
    ],
  },
  {
    says: "the threshold of an evaluation stops at $53,000 once the peak is $55,000",
    url: apex,
    preset: 506,
    account: account(50_000)
      .opens([1, "12:00"])
      .hasEquity([1, "13:00"], 55_000)
      .hasEquity([1, "14:00"], 56_000)
      .hasEquity([1, "15:00"], 53_000),
    checks: [
      { at: [1, "13:00"], rules: { max_loss: { floor: "53000.00" } } },
      { at: [1, "14:00"], rules: { max_loss: { floor: "53000.00" } } },
      { at: [1, "15:00"], outcome: "breached", rules: { max_loss: { status: "breached" } } },
    ],
  },
  {
    says: "the threshold of a Performance Account stops at $50,100 once the peak is $52,100",
    url: apex,
    preset: 514,
    account: account(50_000)
      .opens([1, "12:00"])
      .hasEquity([1, "13:00"], 52_100)
      .hasEquity([1, "14:00"], 54_000),
    checks: [
      { at: [1, "13:00"], rules: { max_loss: { floor: "50100.00" } } },
      { at: [1, "14:00"], rules: { max_loss: { floor: "50100.00" } } },
    ],
  },
];

/**
 * Returns an example of a loss limit that locks at $100 above the account size once a day ends with a balance of
 * `lockedFrom`.
 */
function lockExample(preset: number, size: number, lockedFrom: number, url: string): WorkedExample {
  const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
  const lock = `${size + 100}.00`;
  return {
    says: `from a balance of ${dollars(lockedFrom)} on, the maximum loss limit of a ${dollars(size)} account stays at ${dollars(size + 100)}`,
    url,
    preset,
    account: account(size)
      .earns(1, lockedFrom - size - 1)
      .earns(2, 1)
      .earns(3, 1_000),
    checks: [
      { at: morning(2), rules: { max_loss: { floor: `${size + 99}.00` } } },
      { at: morning(3), rules: { max_loss: { floor: lock } } },
      { at: morning(4), rules: { max_loss: { floor: lock } } },
    ],
  };
}

export const myFundedFuturesExamples: WorkedExample[] = [
  lockExample(601, 50_000, 52_100, myFundedFuturesLoss),
  lockExample(602, 100_000, 103_100, myFundedFuturesLoss),
  lockExample(603, 150_000, 154_600, myFundedFuturesLoss),
  lockExample(610, 25_000, 26_100, myFundedFuturesRapid),
  {
    says: "at most $1,500 of a $3,000 profit target may be made in one day",
    url: myFundedFutures,
    preset: 601,
    account: account(50_000).earns(1, 1_500).earns(2, 1_500),
    checks: [
      {
        at: evening(2),
        outcome: "passed",
        rules: { consistency: { status: "met", value: "50.00" } },
      },
    ],
  },
  {
    says: "making more than half of the target in one day does not breach the account, but requires further trading days",
    url: myFundedFutures,
    preset: 601,
    account: account(50_000).earns(1, 1_600).earns(2, 1_400).earns(3, 200),
    checks: [
      {
        at: evening(2),
        outcome: "in_progress",
        rules: {
          profit_target: { status: "met" },
          consistency: { status: "not_met", value: "53.34" },
        },
      },
      {
        at: evening(3),
        outcome: "passed",
        rules: { consistency: { status: "met", value: "50.00" } },
      },
    ],
  },
];

export const takeProfitTraderExamples: WorkedExample[] = [
  {
    says: "a day of $2,000 is 65% of a profit of $3,100, and less than 50% after another $901",
    url: takeProfitTrader,
    preset: 702,
    account: account(50_000).earns(1, 2_000).earns(2, 600).earns(3, 500).earns(4, 900).earns(5, 1),
    checks: [
      {
        at: evening(3),
        outcome: "in_progress",
        rules: {
          profit_target: { status: "met" },
          consistency: { status: "not_met", value: "64.52" },
        },
      },
      { at: evening(4), rules: { consistency: { status: "not_met", value: "50.00" } } },
      {
        at: evening(5),
        outcome: "passed",
        rules: { consistency: { status: "met", value: "49.99" } },
      },
    ],
  },
];

export const earn2TradeExamples: WorkedExample[] = [
  {
    says: "the minimum balance of a $100,000 account on successive days is $96,500, $98,500, $98,500, $99,500 and finally $100,000",
    url: earn2Trade,
    preset: 1302,
    account: account(100_000).earns(1, 2_000).earns(2, -1_000).earns(3, 2_000).earns(4, 2_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "96500.00" } } },
      { at: morning(2), rules: { max_loss: { floor: "98500.00" } } },
      { at: morning(3), rules: { max_loss: { floor: "98500.00" } } },
      { at: morning(4), rules: { max_loss: { floor: "99500.00" } } },
      { at: morning(5), rules: { max_loss: { floor: "100000.00" } } },
    ],
  },
  {
    says: "the minimum balance of a $50,000 account on successive days is $48,000, $49,000, $49,000 and $49,500",
    url: earn2TradeSmall,
    preset: 1301,
    account: account(50_000).earns(1, 1_000).earns(2, -500).earns(3, 1_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "48000.00" } } },
      { at: morning(2), rules: { max_loss: { floor: "49000.00" } } },
      { at: morning(3), rules: { max_loss: { floor: "49000.00" } } },
      { at: morning(4), rules: { max_loss: { floor: "49500.00" } } },
    ],
  },
];
