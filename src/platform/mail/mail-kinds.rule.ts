interface DeclaredMail {
  /** The name of the mail in the settings. */
  label: string;
  /** When the mail is sent, as in "Sent …". */
  when: string;
  /** Sent regardless of the settings, because accounts could not be used or protected without it. */
  isAlwaysSent?: true;
}

/** All kinds of mails. Each can be switched off unless it is always sent. */
export const mailKinds = {
  "password-reset": {
    label: "Password reset",
    when: "when a trader asks for a new password",
    isAlwaysSent: true,
  },
  invitation: {
    label: "Invitation",
    when: "when an administrator adds a trader",
    isAlwaysSent: true,
  },
  "password-changed": {
    label: "Password changed",
    when: "when a password is changed or reset",
    isAlwaysSent: true,
  },
  "email-changed": {
    label: "Email changed",
    when: "to the old and the new address",
    isAlwaysSent: true,
  },
  "new-sign-in": {
    label: "New device",
    when: "when a trader signs in from an unknown device or network",
    isAlwaysSent: true,
  },
  "second-factor": {
    label: "Two-step sign-in",
    when: "when an app, a passkey or recovery codes are added, removed or used",
    isAlwaysSent: true,
  },
  "email-verification": {
    label: "Email verification",
    when: "after registration and when the email changes",
  },
  "payout-decided": { label: "Payout decision", when: "when a payout is approved or rejected" },
  "payout-paid": { label: "Payout paid", when: "when a payment is marked as paid" },
  "payment-reversed": { label: "Payment reversed", when: "when a payment is reversed" },
  "certificate-issued": { label: "Certificate", when: "when a certificate is issued" },
  "certificate-withdrawn": {
    label: "Certificate withdrawn",
    when: "when a certificate is withdrawn",
  },
  "review-opened": { label: "Review opened", when: "when an account comes under review" },
  "review-decided": { label: "Review decided", when: "when a review is confirmed or dismissed" },
  banned: { label: "Ban", when: "when a trader is banned" },
  unbanned: { label: "Unban", when: "when a ban is lifted" },
  "webhook-paused": {
    label: "Webhook paused",
    when: "to the contact of a webhook that keeps failing",
  },
} as const satisfies Record<string, DeclaredMail>;

export type MailKind = keyof typeof mailKinds;

export const mailKindCodes = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

export function isAlwaysSent(kind: MailKind): boolean {
  const { isAlwaysSent: always }: DeclaredMail = mailKinds[kind];
  return always === true;
}
