import {
  bestDay,
  chicagoSession,
  dailyLoss,
  maxPosition,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string, date = "2026-05-31") => ({
  url: `https://help.tradeify.co/en/articles/${path}`,
  date,
});
const drawdownPage = article("10495897-rules-trailing-max-drawdowns");
const dailyPage = article("10468321-rules-daily-loss-limit");

const sizes = [
  {
    id: 0,
    size: 25_000,
    target: 1_500,
    select: 1_000,
    growth: 1_000,
    daily: 600,
    contracts: 1,
    day: 100,
    minimum: 250,
  },
  {
    id: 1,
    size: 50_000,
    target: 3_000,
    select: 2_000,
    growth: 2_000,
    daily: 1_250,
    contracts: 4,
    day: 150,
    minimum: 500,
  },
  {
    id: 2,
    size: 100_000,
    target: 6_000,
    select: 3_000,
    growth: 3_500,
    daily: 2_500,
    contracts: 8,
    day: 200,
    minimum: 1_000,
  },
  {
    id: 3,
    size: 150_000,
    target: 9_000,
    select: 4_500,
    growth: 5_000,
    daily: 3_750,
    contracts: 12,
    day: 250,
    minimum: 1_500,
  },
];
type Size = (typeof sizes)[number];

const account = ({ size }: Size, programme: string) => ({
  firm: "Tradeify",
  programme,
  size,
  day: chicagoSession,
});
const drawdown = (loss: number, locksAt: { amount: string } | null) =>
  trailingLoss({ limit: usd(loss), mode: "trailing_day_end", locksAt });
const pause = ({ daily }: Size) => dailyLoss({ limit: usd(daily), consequence: "pause" });
const closing = `The time by which positions must be closed was not confirmed and is left out. ${secondHand}`;

const selects = sizes.map((one) =>
  preset({
    ...account(one, "Select"),
    id: 1401 + one.id,
    phase: "Evaluation",
    limits: [drawdown(one.select, null), maxPosition(one.contracts)],
    objectives: [profitTarget(usd(one.target)), tradingDays(3, "traded"), bestDay("40")],
    sources: [article("12853921-select-evaluation-accounts"), drawdownPage],
    notes: `In the evaluation the drawdown does not lock. ${closing}`,
  }),
);

const growths = sizes.map((one) =>
  preset({
    ...account(one, "Growth"),
    id: 1405 + one.id,
    phase: "Evaluation",
    limits: [drawdown(one.growth, null), pause(one), maxPosition(one.contracts)],
    objectives: [profitTarget(usd(one.target))],
    sources: [article("10495915-growth-evaluation-accounts"), drawdownPage, dailyPage],
    notes: `In the evaluation the drawdown does not lock. ${closing}`,
  }),
);

const growthFunded = sizes.map((one) =>
  preset({
    ...account(one, "Growth"),
    id: 1409 + one.id,
    phase: "Sim Funded",
    limits: [drawdown(one.growth, usd(100)), pause(one), maxPosition(one.contracts)],
    payout: payoutTerms({
      sharePercent: "90",
      minimum: `${one.minimum}.00`,
      minimumWinningDays: 5,
      winningDayMinimum: `${one.day}.00`,
      bestDayAtMostPercent: "35",
    }),
    sources: [article("11083796-growth-funded-account-payout-policy"), drawdownPage, dailyPage],
    notes:
      "Not expressed: the balance that a payout needs, and the daily limit that grows with the profit. On the 150K " +
      `account two pages name a daily limit of $3,000 and $3,750. ${closing}`,
  }),
);

export const tradeifyPresets = [...selects, ...growths, ...growthFunded];
