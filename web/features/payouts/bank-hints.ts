import {
  compactIban,
  isBic,
  isIban,
} from "../../../src/business/money/payouts/bank-details.rule.ts";

const looksLikeIban = (account: string) => /^[A-Z]{2}\d{2}/.test(account);

/** Returns why an account number may be mistyped. It is accepted anyway, because not every country uses IBANs. */
export function accountNumberWarning(text: string): string | undefined {
  const account = compactIban(text);
  if (!looksLikeIban(account) || isIban(account)) return undefined;
  return "This looks like an IBAN, but its check digits do not match. Please compare it with the one from your bank.";
}

/** Returns why a BIC may be mistyped. It is accepted anyway. */
export function bicWarning(text: string): string | undefined {
  const bic = compactIban(text);
  if (bic === "" || isBic(bic)) return undefined;
  return "A BIC has 8 or 11 letters and digits, such as DEUTDEFF. Please compare it with the one from your bank.";
}
