import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import type { UserFormInput } from "./user-form-fields.tsx";

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

/** @param masterPassword `null` or `undefined` for a blank field */
export function userValues(
  { fullName, email, tradingAccount }: TraderListItem,
  masterPassword: string | null | undefined,
): UserFormInput {
  return {
    fullName: fullName ?? "",
    email,
    balance: tradingAccount.balance,
    profitLoss: tradingAccount.profitLoss,
    status: tradingAccount.status,
    payoutEnabled: tradingAccount.payoutEnabled,
    login: tradingAccount.login ?? "",
    masterPassword: masterPassword ?? "",
    server: tradingAccount.server ?? "",
    dailyDrawdownLimit: tradingAccount.dailyDrawdownLimit ?? "",
    overallLossLimit: tradingAccount.overallLossLimit ?? "",
    profitTarget: tradingAccount.profitTarget ?? "",
  };
}
