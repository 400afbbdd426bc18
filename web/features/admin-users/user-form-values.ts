import type { AccountFields } from "../../../src/business/accounts/account.schema.ts";
import type { AdminTrader } from "../../../src/business/traders/trader.schema.ts";
import type { UserFormInput, UserFormOutput } from "./user-form-fields.tsx";

/** The defaults of a new account. */
export const newUserValues: UserFormInput = {
  fullName: "",
  email: "",
  balance: "0.00",
  profitLoss: "0.00",
  status: "pending",
  payoutEnabled: false,
  login: "",
  masterPassword: "",
  server: "",
  dailyDrawdownLimit: "",
  overallLossLimit: "",
  profitTarget: "",
};

export function userValues({ fullName, email, tradingAccount }: AdminTrader): UserFormInput {
  return {
    fullName: fullName ?? "",
    email,
    balance: tradingAccount.balance,
    profitLoss: tradingAccount.profitLoss,
    status: tradingAccount.status,
    payoutEnabled: tradingAccount.payoutEnabled,
    login: tradingAccount.login ?? "",
    masterPassword: tradingAccount.masterPassword ?? "",
    server: tradingAccount.server ?? "",
    dailyDrawdownLimit: tradingAccount.dailyDrawdownLimit ?? "",
    overallLossLimit: tradingAccount.overallLossLimit ?? "",
    profitTarget: tradingAccount.profitTarget ?? "",
  };
}

/**
 * The account's fields that were touched: the others may have changed since the form was opened,
 * and are not ours to set back.
 */
export function changedAccount(
  { fullName: _name, email: _email, ...account }: UserFormOutput,
  dirty: Partial<Record<keyof UserFormInput, boolean>>,
): AccountFields {
  const entries = Object.entries(account).filter(([name]) => dirty[name as keyof typeof account]);
  return Object.fromEntries(entries);
}
