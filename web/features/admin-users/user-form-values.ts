import type { UserFormInput } from "./user-form-fields.tsx";
import type { UserWithPassword } from "./use-user.ts";

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

export function userValues({ fullName, email, tradingAccount }: UserWithPassword): UserFormInput {
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
