import type { Appeal } from "../../../src/business/decisions/appeals/appeal.schema.ts";
import type { AppealSubject } from "../../../src/business/decisions/appeals/appeal.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";

export const consequences: Readonly<Record<AppealSubject, string>> = {
  review:
    "Granting reopens the stage with the account's former status, asks the platform to enable trading if it was disabled, and sets the breach aside for good.",
  finding: "Granting waives the finding: it deducts nothing, and is no strike.",
  link: "Granting clears the user: flags of their payouts end, they leave the person that the case has made, and a case with fewer than two users left is dismissed.",
  payout: "Granting makes the request pending again; it approves nothing.",
};

/** @param amount that of the payout request */
export function subjectWords(
  { kind, id }: Appeal["subject"],
  amount: { amount: string | null; currency: string | null } | null,
): string {
  if (kind === "finding") return `Finding #${id}`;
  if (kind === "link") return `Confirmed link, case #${id}`;
  if (kind === "review") return `Confirmed breach, review #${id}`;
  if (!amount?.amount || !amount.currency) return `Rejected payout #${id}`;
  return `Rejected payout #${id} of ${formatMoney(amount.amount, amount.currency)}`;
}
