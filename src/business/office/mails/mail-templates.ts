import {
  type IdentityMailEvent,
  identityTemplates,
} from "../../../identity/mails/mail-templates.ts";
import { createMails, type MailTemplates, type Notice } from "../../../identity/mails/send-mail.ts";
import type { MailContent } from "../../../platform/mail/render-mail.ts";
import { formatMoney } from "../../../platform/money/money.ts";
import { type MailKind, mailKinds } from "./mail-kinds.rule.ts";

/**
 * The event that a mail reports. Because mailboxes keep mails for years, they contain no payment details, and no
 * secrets except in links.
 */
export type MailEvent =
  | IdentityMailEvent
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
  | { kind: "account-warning"; percent: number; sentence: string }
  | { kind: "review-opened"; about: "breach" | "pass"; reviewId: number; reasons: string[] }
  | {
      kind: "review-decided";
      about: "breach" | "pass";
      reviewId: number;
      /** What was found, with the figures. */
      reasons: string[];
      decision: "confirm" | "dismiss";
      reason: string;
    }
  | {
      kind: "appeal-decided";
      about: { kind: "review" | "payout"; id: number };
      decision: "grant" | "deny";
      reason: string;
    }
  | { kind: "banned"; reason: string | null }
  | { kind: "unbanned" }
  | { kind: "webhook-paused"; url: string; reason: string };

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

type Templates = MailTemplates<MailEvent>;

const viewPayouts = { label: "View payouts", path: "/payouts" };
const viewAccount = { label: "View your account", path: "/" };
const viewReview = (id: number) => ({ label: "View the review", path: `/reviews/${id}` });

const appealOutcomes = {
  "review grant":
    "Your appeal against the breach was granted. The stage continues, and the account has its former status again.",
  "review deny": "Your appeal against the breach was denied. The decision stands.",
  "payout grant":
    "Your appeal against the rejection was granted. The request is pending again and will be decided anew.",
  "payout deny": "Your appeal against the rejection was denied. The decision stands.",
};

const templates: Templates = {
  ...identityTemplates,
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
  "account-warning": ({ percent, sentence }) => ({
    subject: `You have used ${percent}% of a loss limit`,
    paragraphs: [sentence],
    action: viewAccount,
  }),
  "review-opened": ({ about, reviewId, reasons }, firm) =>
    about === "breach"
      ? {
          subject: "Your trading account is under review",
          paragraphs: [
            "The records of your trading account show that a limit was breached.",
            ...reasons,
            `A person at ${firm} will check this before anything is decided. Until then, the account is under review.`,
          ],
          action: viewReview(reviewId),
        }
      : {
          subject: "Your trading account meets its objectives",
          paragraphs: [
            "The records of your trading account show that all objectives of the stage are met.",
            `A person at ${firm} will check this before it is confirmed. Until then, the account is under review.`,
          ],
          action: viewAccount,
        },
  "review-decided": ({ about, reviewId, reasons, decision, reason }, firm) => ({
    subject: reviewSubjects[`${about} ${decision}`],
    paragraphs: [
      `${firm} has reviewed your trading account. ${reviewOutcomes[`${about} ${decision}`]}`,
      ...reasons,
      `Reason: ${reason}`,
    ],
    action: about === "breach" ? viewReview(reviewId) : viewAccount,
  }),
  "appeal-decided": ({ about, decision, reason }) => ({
    subject: `Your appeal was ${decision === "grant" ? "granted" : "denied"}`,
    paragraphs: [appealOutcomes[`${about.kind} ${decision}`], `Reason: ${reason}`],
    action: about.kind === "review" ? viewReview(about.id) : viewPayouts,
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

export type NewNotice = Notice<MailEvent>;

export const { sendNotice, sendNotices, writeNotice, sendMail } = createMails<MailEvent>(
  mailKinds,
  templates,
);
