import {
  chicagoSession,
  dailyLoss,
  flatBy,
  maxPosition,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  trailingLoss,
  usd,
} from "./preset.ts";

const page = (path: string, date: string) => ({
  url: `https://apextraderfunding.com/help-center/${path}/`,
  date,
});
const endOfDay = [
  page("eod-trailing-drawdown-accounts/eod-evaluations", "2026-06-05"),
  page("eod-trailing-drawdown-accounts/eod-drawdown-explained", "2026-04-28"),
];
const intraday = [
  page("evaluation-accounts-ea/intraday-trailing-drawdown-evaluations", "2026-04-28"),
  page("intraday-trailing-drawdown-accounts/intraday-trailing-drawdown-explained", "2026-04-28"),
];
const times = page("getting-started/futures-trading-times", "2026-04-20");
const performance = {
  trailing_day_end: [
    page("eod-trailing-drawdown-accounts/eod-performance-accounts-pa", "2026-04-28"),
    page("eod-trailing-drawdown-accounts/eod-payouts", "2026-04-28"),
  ],
  trailing_equity: [
    page(
      "intraday-trailing-drawdown-accounts/intraday-trailing-drawdown-performance-accounts-pa",
      "2026-05-21",
    ),
    page("intraday-trailing-drawdown-accounts/intraday-trailing-drawdown-payouts", "2026-04-28"),
  ],
};

/** `days` is the minimum profit of a day that counts towards a payout. */
const sizes = [
  {
    id: 0,
    size: 25_000,
    target: 1_500,
    loss: 1_000,
    daily: 500,
    contracts: 4,
    funded: 2,
    days: { trailing_day_end: 100, trailing_equity: 100 },
  },
  {
    id: 1,
    size: 50_000,
    target: 3_000,
    loss: 2_000,
    daily: 1_000,
    contracts: 6,
    funded: 4,
    days: { trailing_day_end: 250, trailing_equity: 200 },
  },
  {
    id: 2,
    size: 100_000,
    target: 6_000,
    loss: 3_000,
    daily: 1_500,
    contracts: 8,
    funded: 6,
    days: { trailing_day_end: 300, trailing_equity: 250 },
  },
  {
    id: 3,
    size: 150_000,
    target: 9_000,
    loss: 4_000,
    daily: 2_000,
    contracts: 12,
    funded: 10,
    days: { trailing_day_end: 350, trailing_equity: 300 },
  },
];
type Size = (typeof sizes)[number];
type Mode = "trailing_day_end" | "trailing_equity";

const programmes = { trailing_day_end: "EOD", trailing_equity: "Intraday" };

/** @param lock the profit at which the threshold stops, in whole dollars */
function account({ size, loss, daily }: Size, mode: Mode, lock: number) {
  const threshold = trailingLoss({
    limit: usd(loss),
    mode,
    locksAt: usd(lock),
    breachedWhen: "at_or_below",
  });
  const pause = dailyLoss({
    limit: usd(daily),
    breachedWhen: "at_or_below",
    consequence: "pause",
  });
  return {
    firm: "Apex Trader Funding",
    programme: `${programmes[mode]} trailing drawdown`,
    size,
    day: chicagoSession,
    limits: [threshold, ...(mode === "trailing_day_end" ? [pause] : []), flatBy("15:59")],
    sources: [...(mode === "trailing_day_end" ? endOfDay : intraday), times],
  };
}

function evaluation(id: number, one: Size, mode: Mode) {
  const common = account(one, mode, one.target);
  return preset({
    ...common,
    id: id + one.id,
    phase: "Evaluation",
    limits: [...common.limits, maxPosition(one.contracts)],
    objectives: [profitTarget(usd(one.target))],
    notes:
      "Rithmic and WealthCharts, where the threshold stops at the balance of the profit target; on Tradovate " +
      `it does not stop. Not expressed: access ends after 30 days. ${secondHand}`,
  });
}

function performanceAccount(id: number, one: Size, mode: Mode) {
  const common = account(one, mode, 100);
  return preset({
    ...common,
    id: id + one.id,
    phase: "Performance Account",
    limits: [...common.limits, maxPosition(one.funded)],
    payout: payoutTerms({
      sharePercent: "100",
      everyDays: 7,
      minimum: "500.00",
      minimumWinningDays: 5,
      winningDayMinimum: `${one.days[mode]}.00`,
      bestDayAtMostPercent: "49.99",
      bufferAmount: `${one.loss + 100}.00`,
    }),
    sources: [...common.sources, ...performance[mode]],
    notes:
      "The best day must be below 50%, here at most 49.99%. Not expressed: the caps of the six payouts, the tiers " +
      "of contracts and daily limits (the largest contracts are used and, for EOD, the daily limit of the evaluation), and " +
      `the closing of an account without two days of $50 in 30 days. ${secondHand}`,
  });
}

export const apexPresets = [
  ...sizes.map((one) => evaluation(501, one, "trailing_day_end")),
  ...sizes.map((one) => evaluation(505, one, "trailing_equity")),
  ...sizes.map((one) => performanceAccount(509, one, "trailing_day_end")),
  ...sizes.map((one) => performanceAccount(513, one, "trailing_equity")),
];
