import { type DeclaredMail, identityMailKinds } from "../../../identity/mails/mail-kinds.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** All kinds of mails. Each can be switched off unless it is always sent. */
export const mailKinds = {
  ...identityMailKinds,
  "payout-decided": { label: "Payout decision", when: "when a payout is approved or rejected" },
  "payout-paid": { label: "Payout paid", when: "when a payment is marked as paid" },
  "payment-reversed": { label: "Payment reversed", when: "when a payment is reversed" },
  "certificate-issued": { label: "Certificate", when: "when a certificate is issued" },
  "certificate-withdrawn": {
    label: "Certificate withdrawn",
    when: "when a certificate is withdrawn",
  },
  "account-warning": { label: "Loss warning", when: "when much of a loss limit is used" },
  "review-opened": { label: "Review opened", when: "when an account comes under review" },
  "review-decided": { label: "Review decided", when: "when a review is confirmed or dismissed" },
  "appeal-decided": { label: "Appeal decided", when: "when an appeal is granted or denied" },
  banned: { label: "Ban", when: "when a trader is banned" },
  unbanned: { label: "Unban", when: "when a ban is lifted" },
  "webhook-paused": {
    label: "Webhook paused",
    when: "to the contact of a webhook that keeps failing",
  },
} as const satisfies Record<string, DeclaredMail>;

export type MailKind = keyof typeof mailKinds;

export const mailKindCodes = keysOf(mailKinds);

export function isAlwaysSent(kind: MailKind): boolean {
  const { isAlwaysSent: always }: DeclaredMail = mailKinds[kind];
  return always === true;
}
