import {
  bestDay,
  chicagoSession,
  flatBy,
  maxPosition,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string) => ({
  url: `https://takeprofittraderhelp.zendesk.com/hc/en-us/articles/${path}`,
  date: "2026-09-24",
});
const accounts = {
  url: "https://fundedprogramfinder.com/take-profit-trader-review",
  date: "2026-11-22",
};

const sizes = [
  { id: 0, size: 25_000, target: 1_500, loss: 1_500, contracts: 3 },
  { id: 1, size: 50_000, target: 3_000, loss: 2_000, contracts: 6 },
  { id: 2, size: 75_000, target: 4_500, loss: 2_500, contracts: 9 },
  { id: 3, size: 100_000, target: 6_000, loss: 3_000, contracts: 12 },
  { id: 4, size: 150_000, target: 9_000, loss: 4_500, contracts: 15 },
];
type Size = (typeof sizes)[number];

function account({ size, loss, contracts }: Size, mode: "trailing_day_end" | "trailing_equity") {
  return {
    firm: "Take Profit Trader",
    size,
    day: chicagoSession,
    limits: [
      trailingLoss({ limit: usd(loss), mode, locksAt: usd(0), breachedWhen: "at_or_below" }),
      maxPosition(contracts),
      flatBy("16:00"),
    ],
  };
}

const tests = sizes.map((one) =>
  preset({
    ...account(one, "trailing_day_end"),
    id: 701 + one.id,
    programme: "Test",
    phase: "Evaluation",
    objectives: [profitTarget(usd(one.target)), tradingDays(3), bestDay("49.99")],
    sources: [article("15170265979165"), article("15170316538013-Rule-5-Be-Consistent"), accounts],
    notes:
      "The best day must be below 50%, here at most 49.99%. Tests bought before August 17, 2026 need 5 trading " +
      `days. The figures of the sizes other than 50K come from a review. ${secondHand}`,
  }),
);

const proAccounts = sizes.map((one) =>
  preset({
    ...account(one, "trailing_equity"),
    id: 706 + one.id,
    programme: "PRO",
    phase: "Funded",
    payout: payoutTerms({ sharePercent: "80", bufferAmount: `${one.loss}.00` }),
    sources: [
      article("15171769361053-PRO-Account-Rules"),
      article("15172219527581-PRO-Account-Profit-Split-Withdrawal-Rules"),
      accounts,
    ],
    notes:
      "Not expressed: a withdrawal within the buffer, which closes the account, a trading day in every calendar " +
      `week, and no positions around certain news. ${secondHand}`,
  }),
);

export const takeProfitTraderPresets = [...tests, ...proAccounts];
