import {
  dailyLoss,
  maxLoss,
  newYorkClose,
  ofInitial,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string) => ({
  url: `https://help.brightfunded.com/en/articles/${path}`,
  date: "2026-07-15",
});
const rulesPage = article("9241611-what-are-the-current-rules-for-the-evaluation-process");
const dailyPage = article("12291765-how-does-my-daily-permitted-loss-work");
const oneStepPage = article("14284743-brightfunded-1-step");
const rewardPage = article("9268736-how-does-my-reward-split-work-on-my-funded-account");

const unconfirmed =
  "The time of the daily rollover could not be found; the New York close is assumed. Whether touching the floor is " +
  `a breach was not confirmed. ${secondHand}`;
const minute = "A trade counts for a trading day from 60 seconds, which is not expressed.";

const daily = (percent: string) => dailyLoss({ limit: ofInitial(percent), from: "higher" });

function programme(name: string, dailyPercent: string, maximumPercent: string) {
  return {
    firm: "BrightFunded",
    programme: name,
    day: newYorkClose,
    limits: [daily(dailyPercent), maxLoss({ limit: ofInitial(maximumPercent) })],
    sources: [rulesPage, dailyPage],
    notes: `${minute} ${unconfirmed}`,
  };
}

const bright = programme("2-Step Bright", "4", "8");
const classic = programme("2-Step Classic", "5", "10");
const oneStep = {
  ...bright,
  programme: "1-Step",
  limits: [
    daily("3"),
    trailingLoss({ limit: ofInitial("6"), mode: "trailing_equity", locksAt: usd(0) }),
  ],
  sources: [oneStepPage, dailyPage],
};

const target = (percent: string) => [profitTarget(ofInitial(percent)), tradingDays(5)];

const funded = {
  phase: "Funded",
  payout: payoutTerms({ sharePercent: "80", firstAfterDays: 30, everyDays: 14 }),
  notes: `Add-ons pay 90% or sooner, and the share grows with the scaling plan. ${unconfirmed}`,
};

export const brightFundedPresets = [
  preset({ ...bright, id: 1201, phase: "Phase 1", objectives: target("8") }),
  preset({ ...bright, id: 1202, phase: "Phase 2", objectives: target("5") }),
  preset({ ...bright, ...funded, id: 1203, sources: [...bright.sources, rewardPage] }),
  preset({ ...classic, id: 1204, phase: "Phase 1", objectives: target("10") }),
  preset({ ...classic, id: 1205, phase: "Phase 2", objectives: target("5") }),
  preset({ ...classic, ...funded, id: 1206, sources: [...classic.sources, rewardPage] }),
  preset({ ...oneStep, id: 1207, phase: "Evaluation", objectives: target("10") }),
  preset({ ...oneStep, ...funded, id: 1208, sources: [...oneStep.sources, rewardPage] }),
];
