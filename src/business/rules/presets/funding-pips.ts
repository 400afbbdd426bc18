import {
  dailyLoss,
  inactivity,
  maxLoss,
  ofInitial,
  ofReference,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
} from "./preset.ts";

const article = (path: string, date: string) => ({
  url: `https://help.fundingpips.com/hc/en-us/articles/${path}`,
  date,
});

/** The platform's time is UTC+3 all year, as in Riyadh. */
const day = { timeZone: "Asia/Riyadh", startsAt: "00:00" };

function model(
  programme: string,
  dailyPercent: string,
  maximumPercent: string,
  source: { url: string; date: string },
) {
  return {
    firm: "FundingPips",
    programme,
    day,
    limits: [
      dailyLoss({ limit: ofReference(dailyPercent), from: "higher", breachedWhen: "at_or_below" }),
      maxLoss({ limit: ofInitial(maximumPercent), breachedWhen: "at_or_below" }),
      inactivity(30, "deals"),
    ],
    sources: [source],
    notes: `The risk of one trade idea and the rules of news are not expressed. ${secondHand}`,
  };
}

const standard = model(
  "2 Step Standard",
  "5",
  "10",
  article("34501809112081-2-Step-Standard", "2026-10-10"),
);
const pro = model("2 Step Pro", "3", "6", article("34502027344017-2-Step-Pro-Model", "2026-10-10"));
const flex = model("2 Step Flex", "4", "12", article("47835196271249-2-Step-Flex", "2026-10-10"));
const oneStep = model(
  "1 Step Flex",
  "3",
  "12",
  article("34501697434385-1-Step-Flex", "2026-10-10"),
);
const rewards = {
  url: "https://fxkit.org/en/reviews/prop-trading-firms/fundingpips",
  date: "2026-11-22",
};

export const fundingPipsPresets = [
  preset({
    ...standard,
    id: 1001,
    phase: "Phase 1",
    objectives: [profitTarget(ofInitial("8")), tradingDays(3)],
    notes: `The target was 8% or 10% by choice before July 2026; with the daily limit of 3% no days are required. ${standard.notes}`,
  }),
  preset({
    ...standard,
    id: 1002,
    phase: "Phase 2",
    objectives: [profitTarget(ofInitial("5")), tradingDays(3)],
  }),
  preset({
    ...standard,
    id: 1003,
    phase: "Master",
    payout: payoutTerms({ sharePercent: "80", firstAfterDays: 14, everyDays: 14 }),
    sources: [...standard.sources, rewards],
    notes:
      "The cycle of two weeks; others pay 60% to 100%. The terms come from a third party, and the minimum of 1% of " +
      `the initial balance is left out, because it depends on the size. ${standard.notes}`,
  }),
  preset({ ...pro, id: 1004, phase: "Phase 1", objectives: [profitTarget(ofInitial("6"))] }),
  preset({ ...pro, id: 1005, phase: "Phase 2", objectives: [profitTarget(ofInitial("6"))] }),
  preset({
    ...flex,
    id: 1006,
    phase: "Phase 1",
    objectives: [profitTarget(ofInitial("10")), tradingDays(1)],
    notes: `With the share of 80%; with 95%, three profitable days are required instead. ${flex.notes}`,
  }),
  preset({
    ...flex,
    id: 1007,
    phase: "Phase 2",
    objectives: [profitTarget(ofInitial("8")), tradingDays(1)],
    notes: `Read as 8% on October 10, 2026 and as 6% on September 25, 2026. ${flex.notes}`,
  }),
  preset({
    ...oneStep,
    id: 1008,
    phase: "Evaluation",
    objectives: [profitTarget(ofInitial("12"))],
    notes: `With the daily limit of 3%; 2% is sold too. ${oneStep.notes}`,
  }),
];
