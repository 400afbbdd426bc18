import {
  dailyLoss,
  inactivity,
  maxLoss,
  newYorkClose,
  ofInitial,
  ofReference,
  payoutTerms,
  preset,
  profitableDays,
  profitTarget,
  secondHand,
} from "./preset.ts";

const firm = "The5ers";
const day = newYorkClose;
const limitsPage = {
  url: "https://help.the5ers.com/what-is-the-maximum-loss-and-the-maximum-daily-loss-in-the-high-stakes-program/",
  date: "2026-10-04",
};
const generalPage = {
  url: "https://help.the5ers.com/what-are-the-general-rules-for-the-high-stakes-program/",
  date: "2026-10-04",
};
const hyperGrowthPage = { url: "https://the5ers.com/hyper-growth/", date: "2026-09-30" };
const bootcampPage = { url: "https://the5ers.com/bootcamp/", date: "2026-09-30" };
const bootcampFaq = {
  url: "https://the5ers.com/faqs/how-does-the-bootcamp-program-work/",
  date: "2026-09-06",
};
const pausePage = { url: "https://fundedwiki.com/the5ers/daily-loss-pause", date: "2026-06-05" };
const payoutsPage = { url: "https://propfirmnetwork.com/?p=4412234", date: "2026-11-22" };

const highStakes = {
  firm,
  programme: "High Stakes",
  day,
  limits: [
    dailyLoss({ limit: ofReference("5"), from: "higher", breachedWhen: "at_or_below" }),
    maxLoss({ limit: ofInitial("10"), breachedWhen: "at_or_below" }),
    inactivity(30, "opened"),
  ],
  sources: [limitsPage, generalPage],
};
const news =
  "The ban on orders from 2 minutes before to 2 minutes after high-impact news is not expressed. " +
  secondHand;

/** A daily limit of 3% that pauses trading, and the limit that ends the account. */
const paused = (maximum: string) => [
  dailyLoss({
    limit: ofReference("3"),
    from: "higher",
    breachedWhen: "at_or_below",
    consequence: "pause",
  }),
  maxLoss({ limit: ofInitial(maximum), breachedWhen: "at_or_below" }),
  inactivity(30, "opened"),
];
const pauseNote =
  "The reference of the daily pause comes from a third party (another one names the balance alone). " +
  secondHand;

const hyperGrowth = {
  firm,
  programme: "Hyper Growth",
  day,
  limits: paused("6"),
  sources: [hyperGrowthPage, pausePage],
};
const bootcamp = { firm, programme: "Bootcamp", day };

export const the5ersPresets = [
  preset({
    ...highStakes,
    id: 201,
    phase: "Step 1",
    objectives: [profitTarget(ofInitial("10")), profitableDays(3)],
    notes: news,
  }),
  preset({
    ...highStakes,
    id: 202,
    phase: "Step 1, Classic",
    objectives: [profitTarget(ofInitial("8")), profitableDays(3)],
    notes: `The Classic version asks for 8% instead of 10%. ${news}`,
  }),
  preset({
    ...highStakes,
    id: 203,
    phase: "Step 2",
    objectives: [profitTarget(ofInitial("5")), profitableDays(3)],
    notes: news,
  }),
  preset({
    ...highStakes,
    id: 204,
    phase: "Funded",
    payout: payoutTerms({
      sharePercent: "80",
      firstAfterDays: 14,
      everyDays: 14,
      minimum: "150.00",
    }),
    sources: [...highStakes.sources, payoutsPage],
    notes: `The payout terms come from a third party; the share grows with the scaling plan. ${news}`,
  }),
  preset({
    ...hyperGrowth,
    id: 205,
    phase: "Evaluation",
    objectives: [profitTarget(ofInitial("10")), profitableDays(3)],
    notes: `The page's table requires 3 profitable days, but its text requires none. ${pauseNote}`,
  }),
  preset({
    ...hyperGrowth,
    id: 206,
    phase: "Funded",
    payout: payoutTerms({
      sharePercent: "75",
      firstAfterDays: 14,
      everyDays: 14,
      minimum: "150.00",
    }),
    notes: `The account doubles with each 10%; the share of 75% is the first of the page's growth table. ${pauseNote}`,
  }),
  preset({
    ...bootcamp,
    id: 207,
    phase: "Steps 1 to 3",
    limits: [
      maxLoss({ limit: ofInitial("5"), breachedWhen: "at_or_below" }),
      inactivity(30, "opened"),
    ],
    objectives: [profitTarget(ofInitial("6"))],
    sources: [bootcampPage, bootcampFaq],
    notes:
      "One preset for each of the three steps, whose balances differ. The stop-loss that every position " +
      `needs, with at most 2% at risk, is not expressed. ${secondHand}`,
  }),
  preset({
    ...bootcamp,
    id: 208,
    phase: "Funded",
    limits: paused("4"),
    payout: payoutTerms({ sharePercent: "50", firstAfterDays: 14, everyDays: 14 }),
    sources: [bootcampPage, bootcampFaq, pausePage],
    notes: `The share starts at 50% and grows with the scaling plan; a minimum payout was not confirmed. ${pauseNote}`,
  }),
];
