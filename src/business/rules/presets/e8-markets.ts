import {
  dailyLoss,
  newYorkClose,
  ofInitial,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string, date: string) => ({
  url: `https://help.e8markets.com/en/articles/${path}`,
  date,
});
const daily = article("11769446-daily-drawdown", "2026-06-30");
const dynamic = article("11782996-dynamic-drawdown", "2026-06-04");
const endOfDay = article("11864596-eod-dynamic-drawdown", "2026-10-10");
const pause = article("11969807-daily-pause", "2026-06-18");
const signature = article("11755943-e8-signature", "2026-10-10");
const onePayouts = article(
  "9323884-payout-share-request-from-e8-trader-account-on-e8-one",
  "2026-11-22",
);
const minimum = article("15272556-everything-about-payouts-when-how-how-fast", "2026-11-22");
const bestDay40 = {
  url: "https://intercom.help/e8/en/articles/10450125-40-best-day-rule",
  date: "2026-11-22",
};
const bestDay35 = {
  url: "https://intercom.help/e8/en/articles/11865587-35-best-day-rule",
  date: "2026-11-22",
};
const overview = {
  url: "https://propfirmpal.com/firms/verified/e8-markets/rules",
  date: "2026-11-22",
};

const firm = "E8 Markets";
const day = newYorkClose;
const clock =
  "The server's time is UTC+2 in winter and UTC+3 in summer; the days follow New York's clock changes. " +
  secondHand;

const one = {
  firm,
  programme: "E8 One",
  day,
  limits: [
    dailyLoss({ limit: ofInitial("4"), breachedWhen: "at_or_below" }),
    trailingLoss({
      limit: ofInitial("6"),
      mode: "trailing_closed",
      locksAt: usd(0),
      breachedWhen: "at_or_below",
    }),
  ],
};
const chosen = "Both percentages are chosen at purchase; 4% and 6% are taken from E8's examples.";

const signatureAccount = {
  firm,
  programme: "E8 Signature",
  size: 100_000,
  day,
};
const signatureLoss = trailingLoss({
  limit: usd(3_000),
  mode: "trailing_day_end",
  locksAt: usd(0),
  breachedWhen: "at_or_below",
});

export const e8MarketsPresets = [
  preset({
    ...one,
    id: 901,
    phase: "Challenge",
    objectives: [profitTarget(ofInitial("10"))],
    sources: [daily, dynamic, overview],
    notes: `${chosen} The target comes from a third party. ${clock}`,
  }),
  preset({
    ...one,
    id: 902,
    phase: "Performance",
    payout: payoutTerms({ sharePercent: "80", minimum: "100.00", bestDayAtMostPercent: "40" }),
    sources: [daily, dynamic, onePayouts, bestDay40, minimum],
    notes: `${chosen} The share of 80% is the one of E8's example of the minimum. ${clock}`,
  }),
  preset({
    ...signatureAccount,
    id: 903,
    phase: "Challenge",
    limits: [signatureLoss],
    objectives: [profitTarget(usd(6_000))],
    sources: [signature, endOfDay],
    notes: `Forex. All positions must be closed from 23:00 to 00:15 of the server's time. ${clock}`,
  }),
  preset({
    ...signatureAccount,
    id: 904,
    phase: "Performance",
    limits: [
      signatureLoss,
      dailyLoss({ limit: ofInitial("2"), breachedWhen: "at_or_below", consequence: "pause" }),
    ],
    payout: payoutTerms({ sharePercent: "80", minimum: "100.00", bestDayAtMostPercent: "35" }),
    sources: [endOfDay, pause, bestDay35, minimum],
    notes: `Not expressed: the floor moves to the initial balance with the first payout. The share was not confirmed. ${clock}`,
  }),
];
