import type { Config } from "../config/config.ts";
import type { Outbox } from "./outbox.ts";
import type { Em } from "../database/orm.ts";
import { formatDollars, formatMoney } from "../money/money.ts";
import { type MailContent, renderMail } from "./render-mail.ts";

/**
 * Account events that traders are notified of by mail. Notices contain no secrets and no payment
 * details, because mailboxes keep them for years.
 */
export type Notice =
  | { kind: "payout-decided"; payoutId: number; amount: string; status: "approved" | "rejected" }
  | { kind: "payout-paid"; payoutId: number; amount: string; currency: string; reference: string }
  | { kind: "payment-reversed"; payoutId: number; amount: string; currency: string }
  | { kind: "certificate-issued"; name: string }
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
  | { kind: "new-sign-in"; device: string; address: string; at: Date };

const ifNotYou = "If this was not you, set a new password immediately and contact us.";

const reviewSubjects = {
  "breach confirm": "The breach of a limit was confirmed",
  "breach dismiss": "The review of your trading account has ended",
  "pass confirm": "Your stage was passed",
  "pass dismiss": "The review of your trading account has ended",
};

const reviewOutcomes = {
  "breach confirm": "The breach was confirmed, and the stage has ended.",
  "breach dismiss": "The breach was not confirmed. The account continues as before.",
  "pass confirm": "The result was confirmed, and the stage has ended as passed.",
  "pass dismiss": "The result was not confirmed. The account continues as before.",
};

type NoticeTemplates = {
  [Kind in Notice["kind"]]: (notice: Extract<Notice, { kind: Kind }>) => MailContent;
};

/** @param link returns the absolute URL of a path of the web client */
function noticeTemplates(firmName: string, link: (path: string) => string): NoticeTemplates {
  return {
    "payout-decided": ({ payoutId, amount, status }) => ({
      subject: `Payout request #${payoutId} ${status}`,
      paragraphs: [
        `Your payout request #${payoutId} for ${formatDollars(amount)} was ${status}.`,
        "Any notes on this decision are in your payout history.",
      ],
      action: { label: "View payouts", url: link("/payouts") },
    }),
    "payout-paid": ({ payoutId, amount, currency, reference }) => ({
      subject: "Your payout was paid",
      paragraphs: [
        `Your payout request #${payoutId} for ${formatMoney(amount, currency)} was paid.`,
        `Reference: ${reference}`,
        "It may take your bank or payment service a few days to credit it.",
      ],
      action: { label: "View payouts", url: link("/payouts") },
    }),
    "payment-reversed": ({ payoutId, amount, currency }) => ({
      subject: `The payment of your payout request #${payoutId} was reversed`,
      paragraphs: [
        `The payment of your payout request #${payoutId} for ${formatMoney(amount, currency)} did not go through, or came back.`,
        "The request is still approved. Contact us if your payment details have changed.",
      ],
      action: { label: "View payouts", url: link("/payouts") },
    }),
    "certificate-issued": ({ name }) => ({
      subject: "You have a new certificate",
      paragraphs: [`${firmName} has issued you a certificate: ${name}.`],
      action: { label: "View certificates", url: link("/certificates") },
    }),
    "review-opened": ({ about, reasons }) => ({
      subject:
        about === "breach"
          ? "Your trading account is under review"
          : "Your trading account meets its objectives",
      paragraphs:
        about === "breach"
          ? [
              "The records of your trading account show that a limit was passed.",
              ...reasons,
              `A person at ${firmName} checks this before anything is decided. Until then the account is under review.`,
            ]
          : [
              "The records of your trading account show that all objectives of the stage are met.",
              `A person at ${firmName} checks this before it is confirmed. Until then the account is under review.`,
            ],
      action: { label: "View your account", url: link("/") },
    }),
    "review-decided": ({ about, decision, reason }) => ({
      subject: reviewSubjects[`${about} ${decision}`],
      paragraphs: [
        `${firmName} has reviewed your trading account. ${reviewOutcomes[`${about} ${decision}`]}`,
        `Reason: ${reason}`,
      ],
      action: { label: "View your account", url: link("/") },
    }),
    "password-changed": () => ({
      subject: "Your password was changed",
      paragraphs: [`The password of your ${firmName} account has just been changed.`],
      action: { label: "Set a new password", url: link("/forgot-password") },
      note: ifNotYou,
    }),
    "email-changed": ({ from, to }) => ({
      subject: "Your email was changed",
      paragraphs: [`The email of your ${firmName} account was changed from ${from} to ${to}.`],
      note: "If this was not you, contact us immediately.",
    }),
    banned: ({ reason }) => ({
      subject: "Your account has been banned",
      paragraphs: [
        `Your ${firmName} account has been banned. You cannot sign in until the ban is lifted.`,
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
    }),
    unbanned: () => ({
      subject: "Your account is active again",
      paragraphs: [`The ban on your ${firmName} account has been lifted.`],
      action: { label: "Sign in", url: link("/auth") },
    }),
    "new-sign-in": ({ device, address, at }) => ({
      subject: "New sign-in to your account",
      paragraphs: [
        `Your ${firmName} account was signed in to from a device or network that we have not seen before.`,
        `${device}, ${address}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
      ],
      action: { label: "Review your sessions", url: link("/settings") },
      note: ifNotYou,
    }),
  };
}

/** Traders can trigger these any number of times, for any address that they enter as their own. */
const rateLimitedNotices: ReadonlySet<Notice["kind"]> = new Set([
  "password-changed",
  "email-changed",
  "new-sign-in",
]);

/** Sends a notice if and only if the transaction of `em` commits. */
export async function sendNotice<Kind extends Notice["kind"]>(
  { config, outbox }: { config: Pick<Config, "firmName" | "publicUrl">; outbox: Outbox },
  em: Em,
  to: string,
  notice: Extract<Notice, { kind: Kind }>,
): Promise<void> {
  const { firmName, publicUrl } = config;
  const templates = noticeTemplates(firmName, (path) => `${publicUrl}${path}`);
  const template: NoticeTemplates[Kind] = templates[notice.kind];
  const mail = renderMail(template(notice), to, firmName);
  await outbox.enqueue(
    em,
    rateLimitedNotices.has(notice.kind) ? { ...mail, isRateLimited: true } : mail,
  );
}
