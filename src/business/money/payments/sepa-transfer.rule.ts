import { storedCents } from "../../../platform/money/money.ts";
import type { PaymentMethod } from "../payouts/payment-method.rule.ts";
import { isSepaIban, readBankDetails } from "../../../platform/money/bank-details.rule.ts";
import { sepaText, unspellable } from "./sepa-text.rule.ts";

/** The largest amount of one SEPA credit transfer. */
const MAX_CENTS = 999_999_999_99n;

/** The longest name of an account holder. */
export const MAX_NAME = 70;

export interface Payee {
  paymentId: number;
  /** `null` if the trader has been deleted. */
  payoutId: number | null;
  amount: string;
  currency: string;
  paymentMethod: PaymentMethod;
  fullName: string | null;
  paymentDetails: string | null;
}

/** One transfer of a SEPA file. */
export interface SepaTransfer {
  endToEndId: string;
  amount: string;
  name: string;
  iban: string;
  bic: string | null;
  remittance: string;
}

/**
 * Returns the SEPA transfer for a payment, or the reason why a SEPA file leaves it out. SEPA files contain only
 * euro transfers to accounts in SEPA.
 */
export function sepaTransfer(payee: Payee): SepaTransfer | { leftOut: string } {
  const { paymentId, payoutId, amount, currency, fullName, paymentDetails } = payee;
  if (payoutId === null) return { leftOut: "The trader was deleted" };
  if (payee.paymentMethod !== "bank") return { leftOut: "Not a bank transfer" };
  if (currency !== "EUR")
    return { leftOut: `SEPA supports only euros, and this payment is in ${currency}` };
  if (storedCents(amount) > MAX_CENTS)
    return { leftOut: "SEPA transfers are limited to 999,999,999.99" };
  const { holder, iban, bic } = readBankDetails(paymentDetails ?? "");
  if (iban === null) return { leftOut: "The payment details have no valid IBAN" };
  if (!isSepaIban(iban)) return { leftOut: "The account is in a country outside SEPA" };
  const name = sepaText(holder ?? fullName ?? "", MAX_NAME);
  const lost = unspellable(holder ?? fullName ?? "");
  if (!/[a-zA-Z]/.test(name)) {
    return { leftOut: "The account holder's name has no characters that SEPA allows" };
  }
  // The payee's bank compares the name with that of the account.
  if (lost !== "") {
    return { leftOut: `SEPA cannot spell these characters of the account holder's name: ${lost}` };
  }
  return {
    endToEndId: `PAYOUT-${payoutId}-${paymentId}`,
    amount,
    name,
    iban,
    bic,
    remittance: `Payout request ${payoutId}`,
  };
}

/** Returns why a SEPA file leaves a payment out, or `null` if it does not. */
export function sepaExclusion(payee: Payee): string | null {
  const transfer = sepaTransfer(payee);
  return "leftOut" in transfer ? transfer.leftOut : null;
}
