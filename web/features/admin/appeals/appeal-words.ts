import type { Appeal } from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import type { AppealSubject } from "../../../../src/business/decisions/appeals/appeal.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";

export const consequences: Readonly<Record<AppealSubject, string>> = {
  review:
    "Granting reopens the stage with the account's former status, asks the platform to enable trading if it was disabled, and sets the breach aside for good.",
  finding: "Granting waives the finding: it deducts nothing, and is no strike.",
  link: "Granting clears the user: flags of their payouts end, they leave the person that the case has made, and a case with fewer than two users left is dismissed.",
  payout: "Granting makes the request pending again; it approves nothing.",
};

type Reasons = Readonly<Record<"grant" | "deny", readonly string[]>>;

/** What is answered most often, in the words that the trader reads. */
export const commonReasons: Readonly<Record<AppealSubject, Reasons>> = {
  review: {
    grant: [
      "The platform has confirmed that the price was wrong.",
      "The records were incomplete; with the missing ones, the limit was kept.",
      "The platform was not available, so the position could not be closed.",
    ],
    deny: [
      "The records of the platform show the breach, and nothing contradicts them.",
      "Other sources show the same prices at that time.",
      "The rule applies as it was accepted when the stage started.",
    ],
  },
  finding: {
    grant: [
      "The trade was opened or closed outside of the forbidden time.",
      "The platform executed the order late.",
    ],
    deny: [
      "The trades show what was found, and nothing contradicts them.",
      "The rule applies as it was accepted when the stage started.",
    ],
  },
  link: {
    grant: [
      "Both followed a signal that is open to everyone.",
      "They live together, and trade on their own.",
      "The trades match by chance.",
    ],
    deny: ["The evidence shows that the accounts are linked, and nothing contradicts it."],
  },
  payout: {
    grant: ["The reason for the rejection no longer applies."],
    deny: ["The reason for the rejection still applies."],
  },
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
