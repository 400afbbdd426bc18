import {
  bestDay,
  dailyLoss,
  maxLoss,
  ofInitial,
  payoutTerms,
  preset,
  profitTarget,
  tradingDays,
  trailingLoss,
} from "./preset.ts";

const firm = "FTMO";
const day = { timeZone: "Europe/Prague", startsAt: "00:00" };

const objectives = { url: "https://ftmo.com/en/trading-objectives/", date: "2026-09-25" };
const academy = (lesson: string) => ({
  url: `https://academy.ftmo.com/lesson/${lesson}/`,
  date: "2026-10-04",
});
const rewards = { url: "https://ftmo.com/en/faq/how-do-i-withdraw-my-profits", date: "2026-11-22" };
const trailingPage = { url: "https://ftmo.com/au/?p=1671", date: "2026-11-22" };
const oneStepPage = {
  url: "https://promo.ftmo.oanda.com/new-1-step-challenge",
  date: "2026-11-22",
};
const bestDayPage = {
  url: "https://ftmo.com/au/faq/what-happens-if-the-best-day-rule-is-not-met-in-ftmo-challenge-1-step",
  date: "2026-11-22",
};

const twoStep = {
  firm,
  programme: "FTMO Challenge: 2-Step",
  day,
  limits: [dailyLoss({ limit: ofInitial("5") }), maxLoss({ limit: ofInitial("10") })],
  sources: [objectives, academy("maximum-daily-loss"), academy("maximum-loss")],
};
const oneStep = {
  firm,
  programme: "FTMO Challenge: 1-Step",
  day,
  limits: [
    dailyLoss({ limit: ofInitial("3") }),
    trailingLoss({ limit: ofInitial("10"), mode: "trailing_day_end" }),
  ],
  sources: [objectives, trailingPage, oneStepPage],
};
const style =
  "Restrictions of news and weekends, which depend on the account type, are not expressed.";

export const ftmoPresets = [
  preset({
    ...twoStep,
    id: 101,
    phase: "FTMO Challenge",
    objectives: [profitTarget(ofInitial("10")), tradingDays(4)],
    sources: [...twoStep.sources, academy("profit-target")],
    notes:
      "Normal risk. A third party records the maximum loss of the 2-Step as trailing since August 2026; " +
      "FTMO's own page on the trailing limit names the 1-Step only.",
  }),
  preset({
    ...twoStep,
    id: 102,
    phase: "Verification",
    objectives: [profitTarget(ofInitial("5")), tradingDays(4)],
    sources: [...twoStep.sources, academy("profit-target")],
    notes: "Normal risk.",
  }),
  preset({
    ...twoStep,
    id: 103,
    phase: "FTMO Account",
    payout: payoutTerms({ sharePercent: "80", firstAfterDays: 14, everyDays: 14 }),
    sources: [...twoStep.sources, rewards],
    notes: `The share becomes 90% with the scaling plan. Days count from the first trade at FTMO, here from the start of the stage. ${style}`,
  }),
  preset({
    ...oneStep,
    id: 104,
    phase: "FTMO Challenge",
    objectives: [profitTarget(ofInitial("10")), bestDay("50")],
    sources: [...oneStep.sources, bestDayPage],
    notes: "FTMO states no level at which the maximum loss stops rising.",
  }),
  preset({
    ...oneStep,
    id: 105,
    phase: "FTMO Account",
    payout: payoutTerms({
      sharePercent: "90",
      firstAfterDays: 14,
      everyDays: 14,
      bestDayAtMostPercent: "50",
    }),
    sources: [...oneStep.sources, rewards],
    notes:
      "Not confirmed on a page of FTMO: that the best day counts for rewards (a third party says so), and " +
      `what a withdrawal does to the trailing limit; here it stays. ${style}`,
  }),
];
