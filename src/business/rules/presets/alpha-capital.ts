import {
  dailyLoss,
  maxLoss,
  newYorkClose,
  ofInitial,
  ofReference,
  preset,
  profitTarget,
  secondHand,
  tradingDays,
  trailingLoss,
  usd,
} from "./preset.ts";

const article = (path: string, date: string) => ({
  url: `https://help.alphacapitalgroup.uk/en/articles/${path}`,
  date,
});
const daily = article("6934210-what-are-the-daily-risk-limits-and-how-do-they-work", "2026-10-10");
const maximum = article("6934220-what-is-the-maximum-total-loss", "2026-10-04");
const pro = article("8420429-alpha-pro-8-10", "2026-10-10");
const pro6 = article("11378706-alpha-pro-6", "2026-10-10");
const swing = article("9789907-alpha-swing-plan", "2026-10-10");
const one = article("10097421-alpha-one-plan", "2026-11-22");

const clock =
  "The broker's day starts at 00:00 GMT+3 (GMT+2 on older pages); the days follow New York's clock changes. " +
  "The largest lots of an account size and the average duration of trades are not expressed.";

/** Builds a plan from the percentages of its daily limit and of its static maximum loss. */
function plan(
  programme: string,
  dailyPercent: string,
  maximumPercent: string,
  source: typeof pro,
  from: "balance" | "higher" = "balance",
) {
  return {
    firm: "Alpha Capital Group",
    programme,
    day: newYorkClose,
    limits: [
      dailyLoss({ limit: ofReference(dailyPercent), from }),
      maxLoss({ limit: ofInitial(maximumPercent) }),
    ],
    sources: [source, daily, maximum],
    notes: `${clock} ${secondHand}`,
  };
}

const target = (percent: string) => [
  profitTarget(ofInitial(percent)),
  tradingDays(3, "opened_and_closed"),
];

const pro8 = plan("Alpha Pro 8%", "4", "8", pro);
const pro10 = plan("Alpha Pro 10%", "5", "10", pro);
const proSix = plan("Alpha Pro 6%", "3", "6", pro6, "higher");
const swingPlan = plan("Alpha Swing", "5", "10", swing);
const qualified = `The performance fee was not confirmed, so there are no payout terms. ${clock} ${secondHand}`;

export const alphaCapitalPresets = [
  preset({ ...pro8, id: 801, phase: "Phase 1", objectives: target("8") }),
  preset({ ...pro8, id: 802, phase: "Phase 2", objectives: target("5") }),
  preset({ ...pro10, id: 803, phase: "Phase 1", objectives: target("10") }),
  preset({ ...pro10, id: 804, phase: "Phase 2", objectives: target("5") }),
  preset({ ...proSix, id: 805, phase: "Phase 1", objectives: target("6") }),
  preset({ ...proSix, id: 806, phase: "Phase 2", objectives: target("6") }),
  preset({ ...swingPlan, id: 807, phase: "Phase 1", objectives: target("10") }),
  preset({ ...swingPlan, id: 808, phase: "Phase 2", objectives: target("5") }),
  preset({
    firm: "Alpha Capital Group",
    programme: "Alpha One",
    id: 809,
    phase: "Evaluation",
    day: newYorkClose,
    limits: [
      dailyLoss({ limit: ofReference("4"), from: "higher" }),
      trailingLoss({ limit: ofInitial("6"), mode: "trailing_closed", locksAt: usd(0) }),
    ],
    objectives: [profitTarget(ofInitial("10")), tradingDays(1, "opened_and_closed")],
    sources: [one, daily],
    notes: clock,
  }),
  preset({ ...pro8, id: 810, phase: "Qualified Analyst", notes: qualified }),
  preset({ ...pro10, id: 811, phase: "Qualified Analyst", notes: qualified }),
];
