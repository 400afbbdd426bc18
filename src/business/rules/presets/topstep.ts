import {
  bestDay,
  chicagoSession,
  flatBy,
  maxPosition,
  payoutTerms,
  preset,
  profitTarget,
  secondHand,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string, date: string) => ({
  url: `https://help.topstep.com/en/articles/${path}`,
  date,
});
const maximumLoss = article("8284204-what-is-the-maximum-loss-limit", "2026-09-18");
const hours = article("8284206-when-and-what-products-can-i-trade", "2026-10-09");

/** Size, target, maximum loss and contracts. */
const sizes = [
  { id: 0, size: 50_000, target: 3_000, loss: 2_000, contracts: 5 },
  { id: 1, size: 100_000, target: 6_000, loss: 3_000, contracts: 10 },
  { id: 2, size: 150_000, target: 9_000, loss: 4_500, contracts: 15 },
];

function account({ size, loss }: (typeof sizes)[number]) {
  return {
    firm: "Topstep",
    size,
    day: chicagoSession,
    limits: [
      trailingLoss({
        limit: usd(loss),
        mode: "trailing_day_end",
        locksAt: usd(0),
        breachedWhen: "at_or_below",
      }),
      flatBy("15:10"),
    ],
  };
}

const micros = "Micro contracts count as a tenth of a lot if the feed reports them so.";

const combines = sizes.map((one) => {
  const common = account(one);
  return preset({
    ...common,
    id: 401 + one.id,
    programme: "Trading Combine",
    phase: "Evaluation",
    limits: [...common.limits, maxPosition(one.contracts)],
    objectives: [profitTarget(usd(one.target)), bestDay("55")],
    sources: [
      maximumLoss,
      article("8284197-trading-combine-parameters", "2026-09-10"),
      article("8284208-consistency-at-topstep", "2026-09-17"),
      hours,
    ],
    notes:
      "The consistency target was 50% before September 2026. The daily loss limit is an option at the " +
      `purchase and not included. Earlier closes on holidays are not expressed. ${micros} ${secondHand}`,
  });
});

const fundedAccounts = sizes.map((one) =>
  preset({
    ...account(one),
    id: 404 + one.id,
    programme: "Express Funded Account, Standard",
    phase: "Funded",
    payout: payoutTerms({
      sharePercent: "90",
      minimum: "125.00",
      minimumWinningDays: 5,
      winningDayMinimum: "150.00",
    }),
    sources: [
      maximumLoss,
      article("8284215-express-funded-account-parameters", "2026-08-05"),
      article("8284233-topstep-payout-policy", "2026-09-24"),
      hours,
    ],
    notes:
      "Topstep counts the balance from 0, here from the size of the account. Not expressed: a request takes " +
      "at most half of the balance up to a cap, the maximum loss moves to the initial balance with the first " +
      `payout, and the contracts grow with the scaling plan. ${secondHand}`,
  }),
);

export const topstepPresets = [...combines, ...fundedAccounts];
