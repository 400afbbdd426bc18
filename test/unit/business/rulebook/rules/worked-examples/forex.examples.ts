import type { Rules } from "../../../../../../src/business/rulebook/rules/rules.schema.ts";
import { account, evening, morning, type WorkedExample } from "./worked-example.ts";

const alpha = (path: string) => `https://help.alphacapitalgroup.uk/en/articles/${path}`;
const alphaDaily = alpha("6934210-what-are-the-daily-risk-limits-and-how-do-they-work");
const e8 = (path: string) => `https://help.e8markets.com/en/articles/${path}`;
const fundingPips = "https://help.fundingpips.com/hc/en-us/articles/34501809112081-2-Step-Standard";
const goat = (path: string) => `https://help.goatfundedtrader.com/en/articles/${path}`;

export const alphaCapitalExamples: WorkedExample[] = [
  {
    says: "if a day ends with a balance of $100,000 and an equity of $101,000, equity may fall by $6,000 to $95,000 the next day",
    url: alphaDaily,
    preset: 803,
    account: account(100_000)
      .opens([1, "12:00"])
      .hasEquity([1, "21:59"], 101_000)
      .hasEquity([2, "10:00"], 101_000),
    checks: [{ at: morning(2), rules: { daily_loss: { floor: "95000.00", room: "6000.00" } } }],
  },
  {
    says: "if a day ends with a balance of $100,000 and an equity of $99,000, equity may fall by $4,000 to $95,000 the next day",
    url: alphaDaily,
    preset: 803,
    account: account(100_000)
      .opens([1, "12:00"])
      .hasEquity([1, "21:59"], 99_000)
      .hasEquity([2, "10:00"], 99_000)
      .hasEquity([2, "12:00"], 94_999),
    checks: [
      { at: morning(2), rules: { daily_loss: { floor: "95000.00", room: "4000.00" } } },
      { at: [2, "12:00"], outcome: "breached", rules: { daily_loss: { status: "breached" } } },
    ],
  },
  {
    says: "a $100,000 account may not drop below $90,000",
    url: alpha("6934220-what-is-the-maximum-total-loss"),
    preset: 803,
    account: account(100_000).earns(1, 3_000),
    checks: [{ at: evening(1), rules: { max_loss: { floor: "90000.00" } } }],
  },
  {
    says: "the floor of a $100,000 Alpha One account is $94,000, $96,000 at a balance of $102,000, and $100,000 from a balance of $106,000 on",
    url: alpha("10097421-alpha-one-plan"),
    preset: 809,
    account: account(100_000).earns(1, 2_000).earns(2, 4_000).earns(3, 1_000),
    checks: [
      { at: morning(1), rules: { max_loss: { floor: "94000.00" } } },
      { at: evening(1), rules: { max_loss: { floor: "96000.00" } } },
      { at: evening(2), rules: { max_loss: { floor: "100000.00" } } },
      { at: evening(3), rules: { max_loss: { floor: "100000.00" } } },
    ],
  },
];

/** Adds the best day of a payout as an objective. */
const withBestDay = (bestDayAtMostPercent: string) => (rules: Rules) => ({
  ...rules,
  objectives: [{ kind: "consistency" as const, bestDayAtMostPercent }],
});

const withoutMaximumLoss = (rules: Rules) => ({
  ...rules,
  limits: rules.limits.filter(({ kind }) => kind !== "max_loss"),
});

const steadyDays = () =>
  account(100_000).earns(1, 500).earns(2, 550).earns(3, -150).earns(4, 600).earns(5, 400);

export const e8MarketsExamples: WorkedExample[] = [
  {
    says: "the daily loss level of a $100,000 account is $96,000, $98,500 and $95,200 on days that start at $100,000, $102,500 and $99,200",
    url: e8("11769446-daily-drawdown"),
    preset: 901,
    account: account(100_000).earns(1, 2_500).earns(2, -3_300),
    checks: [
      { at: morning(1), rules: { daily_loss: { floor: "96000.00" } } },
      { at: morning(2), rules: { daily_loss: { floor: "98500.00" } } },
      { at: morning(3), rules: { daily_loss: { floor: "95200.00" } } },
    ],
  },
  {
    says: "the dynamic drawdown starts at $94,000, rises to $96,000 after +$2,000, does not change after -$3,000 and +$1,000, and locks at $100,000 after +$7,000",
    url: e8("11782996-dynamic-drawdown"),
    preset: 901,
    account: account(100_000).earns(1, 2_000).earns(2, -3_000).earns(3, 1_000).earns(4, 7_000),
    checks: [
      { at: morning(1), rules: { max_loss: { floor: "94000.00" } } },
      { at: evening(1), rules: { max_loss: { floor: "96000.00" } } },
      { at: evening(2), rules: { max_loss: { floor: "96000.00" } } },
      { at: evening(3), rules: { max_loss: { floor: "96000.00" } } },
      { at: evening(4), rules: { max_loss: { floor: "100000.00" } } },
    ],
  },
  {
    says: "the trailing drawdown is at $95,000 after a balance of $101,000, and locks at $100,000 after a balance of $106,000",
    url: e8("9122280-trailing-drawdown-calculation-and-explanation-for-e8-one-account"),
    preset: 901,
    account: account(100_000).earns(1, 1_000).earns(2, 5_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "95000.00" } } },
      { at: evening(2), rules: { max_loss: { floor: "100000.00" } } },
    ],
  },
  {
    says: "a payout of $3,000 leaves the balance at $100,000 and the trailing drawdown at $97,000",
    url: e8("9323884-payout-share-request-from-e8-trader-account-on-e8-one"),
    preset: 902,
    account: account(100_000).earns(1, 3_000).withdraws([2, "12:00"], 3_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "97000.00" } } },
      {
        at: evening(2),
        rules: { max_loss: { status: "kept", floor: "97000.00", value: "100000.00" } },
      },
    ],
  },
  {
    says: "the end-of-day drawdown is at $98,000, $99,000 and $99,000 after successive days, and locks at $100,000",
    url: e8("11864596-eod-dynamic-drawdown"),
    preset: 903,
    account: account(100_000).earns(1, 1_000).earns(2, 1_000).earns(3, -1_000).earns(4, 3_000),
    checks: [
      { at: evening(1), rules: { max_loss: { floor: "97000.00" } } },
      { at: morning(2), rules: { max_loss: { floor: "98000.00" } } },
      { at: morning(3), rules: { max_loss: { floor: "99000.00" } } },
      { at: morning(4), rules: { max_loss: { floor: "99000.00" } } },
      { at: morning(5), rules: { max_loss: { floor: "100000.00" } } },
    ],
  },
  {
    says: "the pause level of a $100,000 account on successive days is $98,000, $100,500 and $97,200, and a pause does not end the account",
    url: e8("11969807-daily-pause"),
    preset: 904,
    // The loss of the example is beyond the other limit of this account.
    change: withoutMaximumLoss,
    account: account(100_000).earns(1, 2_500).earns(2, -3_300),
    checks: [
      { at: morning(1), rules: { daily_loss: { floor: "98000.00" } } },
      { at: morning(2), rules: { daily_loss: { floor: "100500.00" } } },
      {
        at: morning(3),
        outcome: "in_progress",
        rules: { daily_loss: { status: "breached", floor: "97200.00" } },
      },
    ],
  },
  {
    says: "a best day of $600 in a profit of $1,900 is eligible under the 40% rule",
    url: "https://intercom.help/e8/en/articles/10450125-40-best-day-rule",
    preset: 902,
    change: withBestDay("40"),
    account: steadyDays(),
    checks: [{ at: evening(5), rules: { consistency: { status: "met", value: "31.58" } } }],
  },
  {
    says: "a best day of $1,500 in a profit of $3,100 is not eligible under the 40% rule until the profit is $3,750",
    url: "https://intercom.help/e8/en/articles/10450125-40-best-day-rule",
    preset: 902,
    change: withBestDay("40"),
    account: account(100_000)
      .earns(1, 1_100)
      .earns(2, 1_500)
      .earns(3, 900)
      .earns(4, -400)
      .earns(5, 650),
    checks: [
      { at: evening(4), rules: { consistency: { status: "not_met", value: "48.39" } } },
      { at: evening(5), rules: { consistency: { status: "met", value: "40.00" } } },
    ],
  },
  {
    says: "a best day of $600 in a profit of $1,900 is eligible under the 35% rule",
    url: "https://intercom.help/e8/en/articles/11865587-35-best-day-rule",
    preset: 904,
    change: withBestDay("35"),
    account: steadyDays(),
    checks: [{ at: evening(5), rules: { consistency: { status: "met" } } }],
  },
];

export const fundingPipsExamples: WorkedExample[] = [
  {
    says: "with a baseline of $107,000, equity may fall by 5%, which is $5,350, to $101,650",
    url: fundingPips,
    preset: 1001,
    account: account(100_000).earns(1, 7_000),
    checks: [{ at: morning(2), rules: { daily_loss: { floor: "101650.00" } } }],
  },
];

export const goatFundedTraderExamples: WorkedExample[] = [
  {
    says: "with a balance of $105,000 and an equity of $107,000 at 5 PM, equity must stay above $102,000",
    url: goat("14022652-2-step-standard"),
    preset: 1101,
    account: account(100_000)
      .earns(1, 5_000)
      .opens([1, "14:00"])
      .hasEquity([1, "21:58"], 107_000)
      .hasEquity([2, "10:00"], 102_001)
      .hasEquity([2, "12:00"], 102_000),
    checks: [
      {
        at: morning(2),
        rules: { daily_loss: { status: "kept", floor: "102000.00", room: "1.00" } },
      },
      { at: [2, "12:00"], outcome: "breached", rules: { daily_loss: { status: "breached" } } },
    ],
  },
  {
    says: "the overall drawdown limit of a $100,000 account stays at $90,000 after a profit of $5,000",
    url: goat("9549328-what-is-the-overall-drawdown"),
    preset: 1101,
    account: account(100_000).earns(1, 5_000),
    checks: [{ at: evening(1), rules: { max_loss: { floor: "90000.00" } } }],
  },
];
