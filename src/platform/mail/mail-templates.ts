import { formatMoney } from "../money/money.ts";
import type { MailKind } from "./mail-kinds.rule.ts";
import { type SecondFactorChange, secondFactorTexts } from "./second-factor-texts.ts";

/**
 * The event that a mail reports. Because mailboxes keep mails for years, they contain no payment details, and no
 * secrets except in links.
 */
export type MailEvent =
  | { kind: "password-reset"; url: string }
  | { kind: "invitation"; url: string }
  | { kind: "email-verification"; url: string }
  | {
      kind: "payout-decided";
      payoutId: number;
      amount: string;
      /** USD if it is missing, as in notices that were written before it was added. */
      currency?: string;
      status: "approved" | "rejected";
    }
  | { kind: "payout-paid"; payoutId: number; amount: string; currency: string; reference: string }
  | { kind: "payment-reversed"; payoutId: number; amount: string; currency: string }
  | { kind: "certificate-issued"; name: string }
  | { kind: "certificate-withdrawn"; name: string; reason: string }
  | { kind: "review-opened"; about: "breach" | "pass"; reasons: string[] }
  | {
      kind: "review-decided";
      about: "breach" | "pass";
      decision: "confirm" | "dismiss";
      reason: string;
    }
  | { kind: "password-changed" }
  | { kind: "email-changed"; from: string; to: string }
  | { kind: "banned"; reason: string | null }
  | { kind: "unbanned" }
  | { kind: "new-sign-in"; device: string; address: string; at: Date }
  | { kind: "second-factor"; change: SecondFactorChange }
  | { kind: "webhook-paused"; url: string; reason: string };

/** The text of a mail, without markup; the HTML part escapes it. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  /** `path` is a screen of the web client; `secretUrl` contains a token, which must not be stored anywhere else. */
  action?: { label: string; path: string } | { label: string; secretUrl: string };
  /** The small print below the action. */
  note?: string;
}

const ifNotYou = "If this was not you, set a new password immediately and contact us.";

const reviewSubjects = {
  "breach confirm": "The breach of a limit was confirmed",
  "breach dismiss": "The review of your trading account has ended",
  "pass confirm": "You have passed the stage",
  "pass dismiss": "The review of your trading account has ended",
};

const reviewOutcomes = {
  "breach confirm": "The breach was confirmed, and the stage has ended.",
  "breach dismiss": "The breach was not confirmed. The account continues as before.",
  "pass confirm": "The result was confirmed, and the stage has ended as passed.",
  "pass dismiss": "The result was not confirmed. The account continues as before.",
};

type Templates = {
  [Kind in MailKind]: (event: Extract<MailEvent, { kind: Kind }>, firm: string) => MailContent;
};

const viewPayouts = { label: "View payouts", path: "/payouts" };
const viewAccount = { label: "View your account", path: "/" };

const templates: Templates = {
  "password-reset": ({ url }, firm) => ({
    subject: "Reset your password",
    paragraphs: [`We received a request to reset the password of your ${firm} account.`],
    action: { label: "Choose a new password", secretUrl: url },
    note: "The link works once and is valid for one hour. If this was not you, ignore this email; your password will not change.",
  }),
  invitation: ({ url }, firm) => ({
    subject: `Your ${firm} account is ready`,
    paragraphs: [
      `${firm} has opened a trading account for you.`,
      "Choose a password to sign in for the first time.",
    ],
    action: { label: "Choose a password", secretUrl: url },
    note: "The link works once and is valid for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.",
  }),
  "email-verification": ({ url }, firm) => ({
    subject: "Verify your email",
    paragraphs: [
      `Please confirm that this address belongs to your ${firm} account, so that we can reach you about payouts and the security of your account.`,
    ],
    action: { label: "Verify email", secretUrl: url },
    note: "The link works once and is valid for 7 days. If you have no account with us, ignore this email.",
  }),
  "payout-decided": ({ payoutId, amount, currency, status }) => ({
    subject: `Payout request #${payoutId} ${status}`,
    paragraphs: [
      `Your payout request #${payoutId} for ${formatMoney(amount, currency)} was ${status}.`,
      "Any notes on this decision are in your payout history.",
    ],
    action: viewPayouts,
  }),
  "payout-paid": ({ payoutId, amount, currency, reference }) => ({
    subject: "Your payout was paid",
    paragraphs: [
      `Your payout request #${payoutId} for ${formatMoney(amount, currency)} was paid.`,
      `Reference: ${reference}`,
      "It may take your bank or payment service a few days to credit it.",
    ],
    action: viewPayouts,
  }),
  "payment-reversed": ({ payoutId, amount, currency }) => ({
    subject: `The payment of your payout request #${payoutId} was reversed`,
    paragraphs: [
      `The payment of your payout request #${payoutId} for ${formatMoney(amount, currency)} failed or was returned.`,
      "The reason is in your payout history. The request is still approved; contact us if your payment details have changed.",
    ],
    action: viewPayouts,
  }),
  "certificate-issued": ({ name }, firm) => ({
    subject: "You have a new certificate",
    paragraphs: [`${firm} has issued you a certificate: ${name}.`],
    action: { label: "View certificates", path: "/certificates" },
  }),
  "certificate-withdrawn": ({ name, reason }, firm) => ({
    subject: "A certificate was withdrawn",
    paragraphs: [
      `${firm} has withdrawn your certificate: ${name}.`,
      `Reason: ${reason}`,
      "It stays in your list, marked as withdrawn. If it has a code, its public page says that it was withdrawn.",
    ],
    action: { label: "View certificates", path: "/certificates" },
  }),
  "review-opened": ({ about, reasons }, firm) =>
    about === "breach"
      ? {
          subject: "Your trading account is under review",
          paragraphs: [
            "The records of your trading account show that a limit was exceeded.",
            ...reasons,
            `A person at ${firm} will check this before anything is decided. Until then, the account is under review.`,
          ],
          action: viewAccount,
        }
      : {
          subject: "Your trading account meets its objectives",
          paragraphs: [
            "The records of your trading account show that all objectives of the stage are met.",
            `A person at ${firm} will check this before it is confirmed. Until then, the account is under review.`,
          ],
          action: viewAccount,
        },
  "review-decided": ({ about, decision, reason }, firm) => ({
    subject: reviewSubjects[`${about} ${decision}`],
    paragraphs: [
      `${firm} has reviewed your trading account. ${reviewOutcomes[`${about} ${decision}`]}`,
      `Reason: ${reason}`,
    ],
    action: viewAccount,
  }),
  "password-changed": (_, firm) => ({
    subject: "Your password was changed",
    paragraphs: [`The password of your ${firm} account has just been changed.`],
    action: { label: "Set a new password", path: "/forgot-password" },
    note: ifNotYou,
  }),
  "email-changed": ({ from, to }, firm) => ({
    subject: "Your email was changed",
    paragraphs: [`The email of your ${firm} account was changed from ${from} to ${to}.`],
    note: "If this was not you, contact us immediately.",
  }),
  banned: ({ reason }, firm) => ({
    subject: "Your account has been banned",
    paragraphs: [
      `Your ${firm} account has been banned. You cannot sign in until the ban is lifted.`,
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
  }),
  unbanned: (_, firm) => ({
    subject: "Your account is no longer banned",
    paragraphs: [`The ban on your ${firm} account has been lifted. You can sign in again.`],
    action: { label: "Sign in", path: "/auth" },
  }),
  "new-sign-in": ({ device, address, at }, firm) => ({
    subject: "New sign-in to your account",
    paragraphs: [
      `We noticed a sign-in to your ${firm} account from a device or network that we have not seen before.`,
      `${device}, ${address}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    ],
    action: { label: "Review your sessions", path: "/settings" },
    note: ifNotYou,
  }),
  "second-factor": ({ change: { what, label } }, firm) => ({
    subject: secondFactorTexts[what].subject,
    paragraphs: [secondFactorTexts[what].sentence(`your ${firm} account`, label)],
    action: { label: "Review how you sign in", path: "/settings" },
    note: ifNotYou,
  }),
  "webhook-paused": ({ url, reason }, firm) => ({
    subject: "A webhook was paused",
    paragraphs: [
      `${firm} no longer sends events to ${url}.`,
      reason,
      "Events are kept for 30 days. They are sent as soon as an administrator resumes the webhook.",
    ],
  }),
};

export function mailContent<Kind extends MailKind>(
  event: Extract<MailEvent, { kind: Kind }>,
  firm: string,
): MailContent {
  const template: Templates[Kind] = templates[event.kind];
  return template(event, firm);
}
