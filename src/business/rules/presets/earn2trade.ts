import { chicagoSession, dailyLoss, preset, profitTarget, trailingLoss, usd } from "./preset.ts";

const drawdownPage = {
  url: "https://help.earn2trade.com/en/articles/5372687-how-does-end-of-day-drawdown-work",
  date: "2026-11-22",
};
const types = {
  url: "https://help.earn2trade.com/en/articles/8117088-drawdown-types",
  date: "2026-11-22",
};
const smallDrawdown = {
  url: "https://fundingtrading.com/faq/how-does-end-of-day-drawdown-work",
  date: "2026-11-22",
};
const targets = {
  url: "https://www.propfirmpress.com/whats-the-minimum-time-needed-to-pass-the-earn2trade-gauntlet",
  date: "2026-11-22",
};
const dailyPage = {
  url: "https://www.propfirmpress.com/earn2trade-risk-parameters-explained-for-new-traders",
  date: "2026-11-22",
};

const gauntletMini = {
  firm: "Earn2Trade",
  programme: "Gauntlet Mini",
  phase: "Evaluation",
  day: chicagoSession,
};
const drawdown = (loss: number) =>
  trailingLoss({ limit: usd(loss), mode: "trailing_day_end", locksAt: usd(0) });
const unconfirmed =
  "Not confirmed and left out: the minimum of trading days (10 and 15 are reported), the consistency rule, the " +
  "contracts and the closing time.";

export const earn2TradePresets = [
  preset({
    ...gauntletMini,
    id: 1301,
    size: 50_000,
    limits: [drawdown(2_000), dailyLoss({ limit: usd(1_100) })],
    objectives: [profitTarget(usd(3_000))],
    sources: [smallDrawdown, types, targets, dailyPage],
    notes: `The target and the daily limit come from a third party. ${unconfirmed}`,
  }),
  preset({
    ...gauntletMini,
    id: 1302,
    size: 100_000,
    limits: [drawdown(3_500)],
    objectives: [profitTarget(usd(6_000))],
    sources: [drawdownPage, types, targets],
    notes: `The target comes from a third party; the daily limit was not confirmed. ${unconfirmed}`,
  }),
];
