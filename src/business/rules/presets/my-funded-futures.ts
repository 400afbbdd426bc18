import {
  bestDay,
  chicagoSession,
  flatBy,
  inactivity,
  maxPosition,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string, date: string) => ({
  url: `https://help.myfundedfutures.com/en/articles/${path}`,
  date,
});
const evaluations = article("11802636-traders-evaluation-simplified", "2026-09-08");
const drawdown = article("8348565-end-of-day-eod-drawdown-explained", "2026-09-08");
const intraday = article("12802721-intraday-drawdown-explained", "2026-01-08");
const payouts = article(
  "13745661-payout-policy-overview-best-and-fastest-prop-firm-payouts",
  "2026-09-08",
);
const consistency = article(
  "11994562-consistency-rule-at-myfunded-futures-core-scale-and-pro-plans",
  "2026-11-22",
);
const highlights = article(
  "11802674-pro-plan-sim-funded-and-live-account-highlights",
  "2026-06-30",
);
const terms = { url: "https://myfundedfutures.com/terms", date: "2026-09-08" };

const sizes = [
  { id: 0, size: 25_000, target: 1_500, loss: 1_000, rapid: 3, pro: 0 },
  { id: 1, size: 50_000, target: 3_000, loss: 2_000, rapid: 5, pro: 3 },
  { id: 2, size: 100_000, target: 6_000, loss: 3_000, rapid: 8, pro: 6 },
  { id: 3, size: 150_000, target: 9_000, loss: 4_500, rapid: 10, pro: 9 },
];
type Size = (typeof sizes)[number];
type Mode = "trailing_day_end" | "trailing_equity";

function account({ size, loss }: Size, programme: string, mode: Mode, contracts: number) {
  return {
    firm: "MyFundedFutures",
    programme,
    size,
    day: chicagoSession,
    limits: [
      trailingLoss({ limit: usd(loss), mode, locksAt: usd(100) }),
      maxPosition(contracts),
      flatBy("15:10"),
      inactivity(7, "deals"),
    ],
  };
}

function evaluation(id: number, one: Size, programme: string, contracts: number) {
  return preset({
    ...account(one, programme, "trailing_day_end", contracts),
    id: id + one.id,
    phase: "Evaluation",
    objectives: [profitTarget(usd(one.target)), tradingDays(2, "traded"), bestDay("50")],
    sources: [evaluations, drawdown, consistency, terms],
    notes: `A position beyond the largest one can be a breach at the firm; here it is reported. ${secondHand}`,
  });
}

const proFunded = (one: Size) =>
  preset({
    ...account(one, "Pro", "trailing_day_end", one.pro),
    id: 605 + one.id,
    phase: "Sim Funded",
    payout: payoutTerms({
      sharePercent: "80",
      firstAfterDays: 14,
      everyDays: 14,
      minimum: "1000.00",
      bufferAmount: `${one.loss + 100}.00`,
    }),
    sources: [payouts, highlights, drawdown, terms],
    notes:
      "Not expressed: withdrawals within the buffer, a floor that moves to $100 above the initial balance with the " +
      `first payout, and the scaling plan of contracts. ${secondHand}`,
  });

const rapidFunded = (one: Size) =>
  preset({
    ...account(one, "Rapid", "trailing_equity", one.rapid),
    id: 620 + one.id,
    phase: "Sim Funded",
    payout: payoutTerms({
      sharePercent: "90",
      firstAfterDays: 1,
      everyDays: 1,
      minimum: "500.00",
      bufferAmount: `${one.loss + 100}.00`,
    }),
    sources: [payouts, intraday, terms],
    notes:
      "The firm counts the balance from 0, here from the size of the account. The buffer applies to the first payout " +
      `only. Not expressed: the floor locks with the first payout. ${secondHand}`,
  });

const pro = sizes.filter((one) => one.pro > 0);

export const myFundedFuturesPresets = [
  ...pro.map((one) => evaluation(600, one, "Pro", one.pro)),
  ...pro.map(proFunded),
  ...sizes.map((one) => evaluation(610, one, "Rapid", one.rapid)),
  ...sizes.map(rapidFunded),
];
