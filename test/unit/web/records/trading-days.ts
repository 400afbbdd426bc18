import type { TradingDay } from "../../../../src/business/record/results/result.schema.ts";

export function tradingDay(
  day: string,
  net = "0.00",
  fields: Partial<TradingDay> = {},
): TradingDay {
  return {
    day,
    openingBalance: "100000.00",
    closingBalance: "100000.00",
    net,
    trades: 1,
    wins: net.startsWith("-") ? 0 : 1,
    losses: net.startsWith("-") ? 1 : 0,
    equityLow: null,
    equityHigh: null,
    evidence: "closed_results",
    ...fields,
  };
}
