import { parseLimit } from "../business/traders/accounts/account.rule.ts";
import { formatDecimal, parseCents } from "../platform/money/money.ts";
import type { DemoTrader } from "./demo-trader.ts";
import type { Ending, TradingPlan } from "./trading/trading-plan.ts";
import { styleOf } from "./trading/trading-style.ts";

/**
 * Plans the trading record that matches the state of a demo trader's account.
 * @param days the number of trading days
 */
export function planTrading({ account }: DemoTrader, days: number): TradingPlan {
  const login = Number(account.platform![0]);
  const size = account.size * 100;
  const result = Number(parseCents(account.profit));
  const style = styleOf(login);
  const limit = (text: string | null | undefined) =>
    Number(
      parseLimit(text ?? null, { balance: formatDecimal(BigInt(size)), profitLoss: "0.00" }) ??
        size,
    );
  const [dailyLimit, overallLimit] = [limit(account.limits?.[0]), limit(account.limits?.[1])];
  const ending = endingOf(account.status, result, { dailyLimit, overallLimit });
  // The risk of a trade is higher if the result could not be reached otherwise.
  const needed = Math.abs(result) / (0.25 * days * style.tradesPerDay);
  const risk = Math.min(Math.max(style.risk * size, needed), 0.25 * dailyLimit);
  return {
    style,
    initialBalance: BigInt(size),
    result,
    aim: aimOf(ending, { result, risk, dailyLimit }),
    risk,
    dailyLimit,
    overallLimit,
    ending,
    openPositions: account.status === "active" ? Math.floor(login / 2) % 3 : 0,
  };
}

/**
 * Returns how the record ends: with a breach if the account was stopped after a large loss, even if the breach is still
 * under review.
 */
function endingOf(
  status: string,
  result: number,
  { dailyLimit, overallLimit }: Pick<TradingPlan, "dailyLimit" | "overallLimit">,
): Ending {
  if (status === "active" || -result <= dailyLimit) return "within-limits";
  return -result > overallLimit ? "overall-loss" : "daily-loss";
}

function aimOf(
  ending: Ending,
  { result, risk, dailyLimit }: Pick<TradingPlan, "result" | "risk" | "dailyLimit">,
) {
  if (ending === "daily-loss") return result + 1.05 * dailyLimit + risk;
  return ending === "overall-loss" ? result + 3.5 * risk : 0.94 * result;
}
