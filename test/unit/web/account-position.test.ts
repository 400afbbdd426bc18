import { expect, it } from "vitest";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { accountPosition } from "../../../web/features/dashboard/performance.tsx";

function account(profitLoss: string, fields: Partial<TradingAccount> = {}): TradingAccount {
  return {
    id: 1,
    userId: 1,
    login: null,
    masterPassword: null,
    server: null,
    balance: "100000.00",
    profitLoss,
    currency: "USD",
    recordedAt: null,
    status: "active",
    phase: null,
    payoutEnabled: false,
    dailyDrawdownLimit: null,
    overallLossLimit: "$10,000",
    profitTarget: "$8,000",
    createdAt: new Date(0),
    waitingFor: { kind: "nothing", sentence: "", since: null, actor: "nobody", about: null },
    ...fields,
  };
}

it.each([
  ["at the start", account("0.00"), 0.5],
  ["half way to the target", account("4000.00"), 0.75],
  ["at the target", account("8000.00"), 1],
  ["beyond the target", account("9500.00"), 1],
  ["half way to the limit", account("-5000.00"), 0.25],
  ["beyond the limit", account("-12000.00"), 0],
  ["with a target that names no amount", account("4000.00", { profitTarget: "soon" }), 0.5],
  ["without a limit", account("-4000.00", { overallLossLimit: null }), 0.5],
])("the position of an account %s", (_name, given, position) => {
  expect(accountPosition(given)).toBe(position);
});
