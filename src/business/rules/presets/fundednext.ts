import {
  dailyLoss,
  inactivity,
  maxLoss,
  newYorkClose,
  ofInitial,
  payoutTerms,
  preset,
  profitTarget,
  tradingDays,
} from "./preset.ts";

const article = (path: string, date = "2026-11-22") => ({
  url: `https://help.fundednext.com/en/articles/${path}`,
  date,
});
const general = {
  url: "https://fundednext.com/general-rules/cfds/trading-objectives",
  date: "2026-09-25",
};
const daily = article("8019811-how-can-i-calculate-the-daily-loss-limit", "2026-10-04");
const limits = article("9941519-daily-drawdown-limit-vs-overall-drawdown-limit");
const reset = article("8394309-when-does-the-daily-loss-limit-reset-with-fundednext-cfd");

const resetNote =
  "The server's midnight is GMT+3 in summer and GMT+2 in winter; the days follow New York's clock changes. " +
  "The inactivity of 60 days was read in a third party's record of the general rules.";

/** Builds a model from its limits in percent of the initial balance. */
function model(programme: string, dailyPercent: string, maximumPercent: string) {
  return {
    firm: "FundedNext",
    programme,
    day: newYorkClose,
    limits: [
      dailyLoss({ limit: ofInitial(dailyPercent) }),
      maxLoss({ limit: ofInitial(maximumPercent) }),
      inactivity(60, "deals"),
    ],
    sources: [general, daily, limits, reset],
    notes: resetNote,
  };
}

const twoStep = model("Stellar 2-Step", "5", "10");
const twoStepRules = article(
  "12673362-what-rules-do-i-need-to-follow-in-the-stellar-2-step-challenge",
);
const oneStep = model("Stellar 1-Step", "3", "6");
const lite = model("Stellar Lite", "4", "8");

const accountNote = (more: string) => `${more} ${resetNote}`;

export const fundedNextPresets = [
  preset({
    ...twoStep,
    id: 301,
    phase: "Phase 1",
    objectives: [profitTarget(ofInitial("8")), tradingDays(5)],
    sources: [...twoStep.sources, twoStepRules],
  }),
  preset({
    ...twoStep,
    id: 302,
    phase: "Phase 2",
    objectives: [profitTarget(ofInitial("5")), tradingDays(5)],
    sources: [...twoStep.sources, twoStepRules],
  }),
  preset({
    ...twoStep,
    id: 303,
    phase: "FundedNext Account",
    payout: payoutTerms({ sharePercent: "80", firstAfterDays: 21, everyDays: 14 }),
    sources: [
      ...twoStep.sources,
      article("9430969-what-is-the-trading-cycle-count-in-my-stellar-2-step-fundednext-account"),
      article("10701694-what-will-be-my-reward-share-from-the-stellar-2-step-challenge"),
    ],
    notes: accountNote(
      "The share may grow to 90%; the reward from the challenge is not expressed.",
    ),
  }),
  preset({
    ...oneStep,
    id: 304,
    phase: "Challenge",
    objectives: [profitTarget(ofInitial("10")), tradingDays(2)],
    sources: [
      ...oneStep.sources,
      article("8021061-what-rules-do-i-need-to-follow-in-the-stellar-1-step-challenge"),
      article("8030875-what-is-the-profit-target-of-the-stellar-1-step-challenge"),
    ],
  }),
  preset({
    ...oneStep,
    id: 305,
    phase: "FundedNext Account",
    payout: payoutTerms({ sharePercent: "80", firstAfterDays: 7, everyDays: 7 }),
    sources: [
      ...oneStep.sources,
      article("9428239-what-is-the-trading-cycle-count-in-my-stellar-1-step-fundednext-account"),
      article("8030881-what-will-be-my-reward-share-from-the-stellar-1-step-account"),
    ],
    notes: accountNote(
      "A cycle has 5 business days, here 7 days. Accounts bought before January 12, 2026 receive 90%.",
    ),
  }),
  preset({
    ...lite,
    id: 306,
    phase: "Phase 1",
    objectives: [profitTarget(ofInitial("8")), tradingDays(5)],
  }),
  preset({
    ...lite,
    id: 307,
    phase: "Phase 2",
    objectives: [profitTarget(ofInitial("4")), tradingDays(5)],
  }),
  preset({
    ...lite,
    id: 308,
    phase: "FundedNext Account",
    payout: payoutTerms({ sharePercent: "80", firstAfterDays: 21, everyDays: 14 }),
    sources: [
      ...lite.sources,
      article(
        "9428077-is-there-a-minimum-trading-day-requirement-and-profit-target-in-the-fundednext-phase-of-the-stellar-lite-model",
      ),
    ],
    notes: accountNote("The share may grow to 90%."),
  }),
];
