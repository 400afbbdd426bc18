import {
  dailyLoss,
  maxLoss,
  newYorkClose,
  ofInitial,
  payoutTerms,
  preset,
  profitableDays,
  profitTarget,
} from "./preset.ts";

const article = (path: string) => ({
  url: `https://help.goatfundedtrader.com/en/articles/${path}`,
  date: "2026-11-22",
});
const standardPage = article("14022652-2-step-standard");

const standard = {
  firm: "Goat Funded Trader",
  programme: "2-Step Standard",
  day: newYorkClose,
  limits: [
    dailyLoss({ limit: ofInitial("5"), from: "higher", breachedWhen: "at_or_below" }),
    maxLoss({ limit: ofInitial("10"), breachedWhen: "at_or_below" }),
  ],
  sources: [standardPage, article("9549328-what-is-the-overall-drawdown")],
};
const evaluationNote =
  "The page's sentence on the daily limit says 4% of the initial balance; its table and its example say 5%.";

export const goatFundedTraderPresets = [
  preset({
    ...standard,
    id: 1101,
    phase: "Step 1",
    objectives: [profitTarget(ofInitial("10")), profitableDays(3)],
    notes: evaluationNote,
  }),
  preset({
    ...standard,
    id: 1102,
    phase: "Step 2",
    objectives: [profitTarget(ofInitial("5")), profitableDays(3)],
    notes: evaluationNote,
  }),
  preset({
    ...standard,
    id: 1103,
    phase: "Funded",
    payout: payoutTerms({
      sharePercent: "80",
      firstAfterDays: 14,
      everyDays: 14,
      minimumWinningDays: 3,
    }),
    sources: [...standard.sources, article("11472001-funded-account-reward-guidelines")],
    notes:
      "A winning day needs 0.5% of the initial balance: enter that amount for the size of the account. Not " +
      `expressed: the largest profit of a day of $3,000 and the cap of the first two payouts. ${evaluationNote}`,
  }),
];
