import type { MailKind } from "./mail-kinds.rule.ts";
import type { MailEvent } from "./mail-templates.ts";

type Samples = { [Kind in MailKind]: Extract<MailEvent, { kind: Kind }> };

/** Returns a mail of each kind, for previews. @param origin the origin of the web client */
export function mailSamples(origin: string): Samples {
  return {
    "password-reset": { kind: "password-reset", url: `${origin}/reset-password?token=preview` },
    invitation: { kind: "invitation", url: `${origin}/reset-password?token=preview` },
    "email-verification": {
      kind: "email-verification",
      url: `${origin}/verify-email?token=preview`,
    },
    "payout-decided": {
      kind: "payout-decided",
      payoutId: 1042,
      amount: "1250.00",
      status: "approved",
    },
    "payout-paid": {
      kind: "payout-paid",
      payoutId: 1042,
      amount: "1250.00",
      currency: "USD",
      reference: "PAY-2026-118",
    },
    "payment-reversed": {
      kind: "payment-reversed",
      payoutId: 1042,
      amount: "1250.00",
      currency: "USD",
    },
    "certificate-issued": { kind: "certificate-issued", name: "Phase 1 completed" },
    "certificate-withdrawn": {
      kind: "certificate-withdrawn",
      name: "Phase 1 completed",
      reason: "Issued to the wrong trader",
    },
    "account-warning": {
      kind: "account-warning",
      percent: 82,
      sentence:
        "You have used 82% of today's loss limit: $1,790.00 is left above the floor of $97,000.00 until 00:00 (Europe/Prague).",
    },
    "review-opened": {
      kind: "review-opened",
      about: "breach",
      reviewId: 7,
      reasons: ["Equity was $94,880.00 at 2026-03-14 09:26:53 UTC, below the floor of $95,000.00."],
    },
    "review-decided": {
      kind: "review-decided",
      about: "pass",
      decision: "confirm",
      reviewId: 8,
      reasons: [],
      reason: "All objectives are met, and the statements agree.",
    },
    "appeal-decided": {
      kind: "appeal-decided",
      about: { kind: "review", id: 7 },
      decision: "grant",
      reason: "The platform has confirmed that the price was wrong.",
    },
    "password-changed": { kind: "password-changed" },
    "email-changed": {
      kind: "email-changed",
      from: "olivia.bennett@example.com",
      to: "olivia@example.com",
    },
    banned: { kind: "banned", reason: "Trades were copied between accounts." },
    unbanned: { kind: "unbanned" },
    "new-sign-in": {
      kind: "new-sign-in",
      device: "Firefox on Windows",
      address: "203.0.113.24",
      at: new Date("2026-03-14T09:26:00.000Z"),
    },
    "second-factor": {
      kind: "second-factor",
      change: { what: "passkey-added", label: "Chrome on macOS" },
    },
    "webhook-paused": {
      kind: "webhook-paused",
      url: "https://hooks.example.com/propdesk",
      reason: "All attempts over three days have failed.",
    },
  };
}
