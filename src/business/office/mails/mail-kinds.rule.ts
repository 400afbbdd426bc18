import {
  composeMail,
  declareMail,
  type MailEventOf,
} from "../../../identity/mails/declare-mail.rule.ts";
import { identityMails } from "../../../identity/mails/identity-mails.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import type { MailContent } from "../../../platform/mail/render-mail.ts";
import { formatMoney } from "../../../platform/money/money.ts";

const reviewSubjects = {
  "breach confirm": "The breach of a limit was confirmed",
  "breach dismiss": "The review of your trading account has ended",
  "pass confirm": "You have passed the stage",
  "pass dismiss": "The review of your trading account has ended",
};

const reviewOutcomes = {
  "breach confirm": "The breach was confirmed, and the stage has ended.",
  "breach dismiss": "The breach was dismissed. The account continues as before.",
  "pass confirm": "The result was confirmed, and the stage has ended as passed.",
  "pass dismiss": "The pass was dismissed. The account continues as before.",
};

const passwordNote =
  "The link works once and is valid for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.";

const viewPayouts = { label: "View payouts", path: "/payouts" };
const viewAccount = { label: "View your account", path: "/" };
const viewConduct = { label: "View what was found", path: "/conduct" };
const viewLink = (id: number) => ({ label: "View the link", path: `/links/${id}` });
const viewReview = (id: number) => ({ label: "View the review", path: `/reviews/${id}` });

interface Appealed {
  kind: "review" | "payout" | "finding" | "link";
  id: number;
}

function viewAppealed({ kind, id }: Appealed) {
  if (kind === "review") return viewReview(id);
  if (kind === "link") return viewLink(id);
  return kind === "payout" ? viewPayouts : viewConduct;
}

const appealOutcomes = {
  "review grant":
    "Your appeal against the breach was granted. The stage continues, and the account has its former status again.",
  "review deny": "Your appeal against the breach was denied. The decision stands.",
  "payout grant":
    "Your appeal against the rejection was granted. The request is pending again and will be decided anew.",
  "finding grant": "Your appeal against the finding was granted. It was waived, and costs nothing.",
  "finding deny": "Your appeal against the finding was denied. It stands.",
  "link grant":
    "Your appeal against the link to other accounts was granted. Nothing that followed from it counts for your account any more.",
  "link deny": "Your appeal against the link to other accounts was denied. The decision stands.",
  "payout deny": "Your appeal against the rejection was denied. The decision stands.",
};

const identityOutcomes = {
  approve: {
    subject: "Your identity was approved",
    text: "Your identity was approved. You need not do anything.",
  },
  reject: {
    subject: "Your identity was rejected",
    text: "Your identity was rejected. Please correct what you have sent, if attempts are left.",
  },
  recheck: {
    subject: "Please prove your identity again",
    text: "Your identity is asked for again. Please send your details and documents.",
  },
};

function conductSubject({ found, waived }: { found: string[]; waived: string[] }): string {
  if (found.length > 1) return "Rules about how you trade were not kept";
  if (found.length === 1) return "A rule about how you trade was not kept";
  return waived.length > 0
    ? "A finding about your trading was waived"
    : "A finding no longer counts";
}

const headed = (heading: string, sentences: string[]) =>
  sentences.length === 0 ? [] : [heading, ...sentences];

/**
 * All mails of the product. Each can be switched off unless it is always sent. Because mailboxes keep mails for years,
 * they contain no payment details, and no secrets except in links.
 */
export const mailKinds = {
  ...identityMails,
  "order-started": declareMail<{
    phase: string;
    initialBalance: string;
    currency: string;
    /** Of traders without a password: where they set one. */
    url?: string;
  }>({
    label: "Order started",
    when: "when something that was bought starts",
    sample: () => ({ phase: "Phase 1", initialBalance: "100000.00", currency: "USD" }),
    text: ({ phase, initialBalance, currency, url }, firm) => ({
      subject: `Your ${firm} challenge has started`,
      paragraphs: [
        `${phase} with ${formatMoney(initialBalance, currency)} has started.`,
        "The login at the trading platform is on the page of your account as soon as it is ready.",
      ],
      action: url ? { label: "Choose a password", secretUrl: url } : viewAccount,
      ...(url && { note: passwordNote }),
    }),
  }),
  "account-ready": declareMail({
    label: "Account ready",
    when: "when the account at the trading platform has been created",
    sample: () => ({}),
    text: (_, firm) => ({
      subject: "Your trading account is ready",
      paragraphs: [
        `${firm} has created your account at the trading platform.`,
        "The login, the server and the password are on the page of your account.",
      ],
      action: viewAccount,
    }),
  }),
  "order-queued": declareMail<{ url?: string }>({
    label: "Order queued",
    when: "when something that was bought has to wait for the account",
    sample: () => ({}),
    text: ({ url }, firm) => ({
      subject: "Your order waits for your account",
      paragraphs: [
        `Thank you for your order at ${firm}. It starts as soon as your account is free.`,
      ],
      action: url ? { label: "Choose a password", secretUrl: url } : viewAccount,
      ...(url && { note: passwordNote }),
    }),
  }),
  "payout-decided": declareMail<{
    payoutId: number;
    amount: string;
    /** USD if it is missing, as in notices that were written before it was added. */
    currency?: string;
    status: "approved" | "rejected";
  }>({
    label: "Payout decision",
    when: "when a payout is approved or rejected",
    sample: () => ({
      payoutId: 1042,
      amount: "1250.00",
      status: "approved",
    }),
    text: ({ payoutId, amount, currency, status }) => ({
      subject: `Payout request #${payoutId} ${status}`,
      paragraphs: [
        `Your payout request #${payoutId} for ${formatMoney(amount, currency)} was ${status}.`,
        "Any notes on this decision are in your payout history.",
      ],
      action: viewPayouts,
    }),
  }),
  "payout-details-changed": declareMail<{
    what: "saved" | "removed";
    /** As the form names it. */
    method: string;
  }>({
    label: "Payout details changed",
    isUrgent: true,
    when: "when a trader saves or removes payout details",
    isAlwaysSent: true,
    isRateLimited: true,
    sample: () => ({ what: "saved", method: "Bank Transfer" }),
    text: ({ what, method }, firm) => ({
      subject: what === "saved" ? "Payout details were saved" : "Saved payout details were removed",
      paragraphs: [`The details for payouts by ${method} were ${what} in your ${firm} account.`],
      action: { label: "Review your payout details", path: "/payouts" },
      note: "If this was not you, set a new password immediately and contact us.",
    }),
  }),
  "payout-paid": declareMail<{
    payoutId: number;
    amount: string;
    currency: string;
    reference: string;
  }>({
    label: "Payout paid",
    when: "when a payment is marked as paid",
    sample: () => ({
      payoutId: 1042,
      amount: "1250.00",
      currency: "USD",
      reference: "PAY-2026-118",
    }),
    text: ({ payoutId, amount, currency, reference }) => ({
      subject: "Your payout was paid",
      paragraphs: [
        `Your payout request #${payoutId} for ${formatMoney(amount, currency)} was paid.`,
        `Reference: ${reference}`,
        "It may take your bank or payment service a few days to credit it.",
      ],
      action: viewPayouts,
    }),
  }),
  "payment-reversed": declareMail<{ payoutId: number; amount: string; currency: string }>({
    label: "Payment reversed",
    when: "when a payment is reversed",
    sample: () => ({
      payoutId: 1042,
      amount: "1250.00",
      currency: "USD",
    }),
    text: ({ payoutId, amount, currency }) => ({
      subject: `The payment of your payout request #${payoutId} was reversed`,
      paragraphs: [
        `The payment of your payout request #${payoutId} for ${formatMoney(amount, currency)} failed or was returned.`,
        "The reason is in your payout history. The request is still approved; contact us if your payment details have changed.",
      ],
      action: viewPayouts,
    }),
  }),
  "certificate-issued": declareMail<{ name: string }>({
    label: "Certificate",
    when: "when a certificate is issued",
    sample: () => ({ name: "Phase 1 completed" }),
    text: ({ name }, firm) => ({
      subject: "You have a new certificate",
      paragraphs: [`${firm} has issued you a certificate: ${name}.`],
      action: { label: "View certificates", path: "/certificates" },
    }),
  }),
  "certificate-withdrawn": declareMail<{ name: string; reason: string }>({
    label: "Certificate withdrawn",
    when: "when a certificate is withdrawn",
    sample: () => ({
      name: "Phase 1 completed",
      reason: "Issued to the wrong trader",
    }),
    text: ({ name, reason }, firm) => ({
      subject: "A certificate was withdrawn",
      paragraphs: [
        `${firm} has withdrawn your certificate: ${name}.`,
        `Reason: ${reason}`,
        "It stays in your list, marked as withdrawn. If it has a code, its public page says that it was withdrawn.",
      ],
      action: { label: "View certificates", path: "/certificates" },
    }),
  }),
  "account-warning": declareMail<{ percent: number; sentence: string }>({
    label: "Loss warning",
    when: "when much of a loss limit is used",
    sample: () => ({
      percent: 82,
      sentence:
        "You have used 82% of today's loss limit: $1,790.00 is left above the floor of $97,000.00 until 00:00 (Europe/Prague).",
    }),
    text: ({ percent, sentence }) => ({
      subject: `You have used ${percent}% of a loss limit`,
      paragraphs: [sentence],
      action: viewAccount,
    }),
  }),
  conduct: declareMail<{
    /** Sentences about what was found, about what was waived, and about what no longer counts. */
    found: string[];
    waived: string[];
    gone: string[];
  }>({
    label: "Findings about trading",
    when: "when a rule about how the account is traded was not kept, and when that is waived or no longer counts",
    sample: () => ({
      found: [
        "EURUSD was bought at 14:29:30, within the window of Non-Farm Payrolls at 14:30. This is strike 1 of 3.",
      ],
      waived: [],
      gone: [],
    }),
    text: ({ found, waived, gone }) => ({
      subject: conductSubject({ found, waived }),
      paragraphs: [
        ...found,
        ...headed("This was waived, and costs nothing any more:", waived),
        ...headed("This no longer counts against you:", gone),
      ],
      action: viewConduct,
    }),
  }),
  "account-waiting": declareMail<{ waitsFor: string; sentence: string }>({
    label: "Account waits for the trader",
    when: "when an account waits for the trader's identity or an agreement",
    sample: () => ({ waitsFor: "identity", sentence: "The identity has to be proved" }),
    text: ({ sentence }) => ({
      subject: "Your account waits for you",
      paragraphs: [`${sentence}.`, "Your account continues as soon as it is done."],
      action: viewAccount,
    }),
  }),
  "review-opened": declareMail<{ about: "breach" | "pass"; reviewId: number; reasons: string[] }>({
    label: "Review opened",
    when: "when an account comes under review",
    sample: () => ({
      about: "breach",
      reviewId: 7,
      reasons: ["Equity was $94,880.00 at 2026-03-14 09:26:53 UTC, below the floor of $95,000.00."],
    }),
    text: ({ about, reviewId, reasons }, firm) =>
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
  }),
  "review-decided": declareMail<{
    about: "breach" | "pass";
    reviewId: number;
    /** What was found, with the figures. */
    reasons: string[];
    decision: "confirm" | "dismiss";
    reason: string;
  }>({
    label: "Review decided",
    when: "when a review is confirmed or dismissed",
    sample: () => ({
      about: "pass",
      decision: "confirm",
      reviewId: 8,
      reasons: [],
      reason: "All objectives are met, and the statements agree.",
    }),
    text: ({ about, reviewId, reasons, decision, reason }, firm) => ({
      subject: reviewSubjects[`${about} ${decision}`],
      paragraphs: [
        `${firm} has reviewed your trading account. ${reviewOutcomes[`${about} ${decision}`]}`,
        ...reasons,
        `Reason: ${reason}`,
      ],
      action: about === "breach" ? viewReview(reviewId) : viewAccount,
    }),
  }),
  "appeal-decided": declareMail<{
    about: Appealed;
    decision: "grant" | "deny";
    reason: string;
  }>({
    label: "Appeal decided",
    when: "when an appeal is granted or denied",
    sample: () => ({
      about: { kind: "review", id: 7 },
      decision: "grant",
      reason: "The platform has confirmed that the price was wrong.",
    }),
    text: ({ about, decision, reason }) => ({
      subject: `Your appeal was ${decision === "grant" ? "granted" : "denied"}`,
      paragraphs: [appealOutcomes[`${about.kind} ${decision}`], `Reason: ${reason}`],
      action: viewAppealed(about),
    }),
  }),
  "link-confirmed": declareMail<{
    linkId: number;
    /** What compares the trader with each other one, who is a letter. */
    sentences: string[];
    withhold: boolean;
    reason: string;
  }>({
    label: "Link to other accounts",
    when: "when it is confirmed that an account is linked to others",
    sample: () => ({
      linkId: 12,
      sentences: [
        "15 of your 16 entries match entries of A in the same direction within 10 seconds; chance would give 0.571213, and at most one in 1,000,000,000,000,000 pairs of unrelated accounts matches as often.",
      ],
      withhold: true,
      reason: "Copied by a program.",
    }),
    text: ({ linkId, sentences, withhold, reason }, firm) => ({
      subject: "Your trading account was linked to others",
      paragraphs: [
        `${firm} has decided that your trading account is linked to others.`,
        ...sentences,
        ...(withhold ? ["Payouts of your account are to be withheld because of it."] : []),
        `Reason: ${reason}`,
        "The page of the link shows what this rests on, what speaks against it, and what you can do.",
      ],
      action: viewLink(linkId),
    }),
  }),
  "record-corrected": declareMail<{
    ticket: string;
    /** What counted until now, and what counts from now on, in words; `null` if it no longer counts. */
    recorded: string;
    platform: string | null;
    reason: string;
  }>({
    label: "Record corrected",
    when: "when the firm accepts that the platform has changed or removed a deal or an operation",
    sample: () => ({
      ticket: "2001",
      recorded: "out, sell 0.50 EURUSD at 1.08345, $120.00, at 2026-03-02 09:00:00 UTC",
      platform: "out, sell 0.50 EURUSD at 1.08245, $70.00, at 2026-03-02 09:00:00 UTC",
      reason: "The platform has corrected the price.",
    }),
    text: ({ ticket, recorded, platform, reason }) => ({
      subject: "The record of your trading account was corrected",
      paragraphs: [
        platform === null
          ? `Ticket ${ticket} no longer counts, because the trading platform no longer shows it.`
          : `Ticket ${ticket} counts as the trading platform shows it now.`,
        `Recorded until now: ${recorded}`,
        ...(platform === null ? [] : [`Recorded from now on: ${platform}`]),
        `Reason: ${reason}`,
      ],
      action: viewAccount,
    }),
  }),
  "identity-decided": declareMail<{
    decision: "approve" | "reject" | "recheck";
    reason: string | null;
  }>({
    label: "Identity decided",
    when: "when an identity is approved, rejected or asked for again",
    sample: () => ({ decision: "reject", reason: "The document is cut off at the bottom." }),
    text: ({ decision, reason }) => ({
      subject: identityOutcomes[decision].subject,
      paragraphs: [
        identityOutcomes[decision].text,
        ...(decision !== "approve" && reason ? [`Reason: ${reason}`] : []),
      ],
      action: { label: "View your identity", path: "/identity" },
    }),
  }),
  banned: declareMail<{ reason: string | null }>({
    label: "Ban",
    when: "when a trader is banned",
    sample: () => ({ reason: "Trades were copied between accounts." }),
    text: ({ reason }, firm) => ({
      subject: "Your account has been banned",
      paragraphs: [
        `Your ${firm} account has been banned. You cannot sign in until the ban is lifted.`,
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
    }),
  }),
  unbanned: declareMail({
    label: "Unban",
    when: "when a ban is lifted",
    sample: () => ({}),
    text: (_, firm) => ({
      subject: "Your account is no longer banned",
      paragraphs: [`The ban on your ${firm} account has been lifted. You can sign in again.`],
      action: { label: "Sign in", path: "/auth" },
    }),
  }),
  "webhook-paused": declareMail<{ url: string; reason: string }>({
    label: "Webhook paused",
    when: "to the contact of a webhook that keeps failing",
    sample: () => ({
      url: "https://hooks.example.com/propdesk",
      reason: "All attempts over three days have failed.",
    }),
    text: ({ url, reason }, firm) => ({
      subject: "A webhook was paused",
      paragraphs: [
        `${firm} no longer sends events to ${url}.`,
        reason,
        "Events are kept for 30 days. They are sent as soon as an administrator resumes the webhook.",
      ],
    }),
  }),
};

export type MailKind = keyof typeof mailKinds;

export const mailKindCodes = keysOf(mailKinds);

/** The event that a mail reports. */
export type MailEvent = MailEventOf<typeof mailKinds>;

/** Returns the text of the mail about an event. @param firm the firm's name */
export const mailContent = (event: MailEvent, firm: string): MailContent =>
  composeMail(mailKinds, event, firm);

/** Returns a made-up mail of a kind, for previews. @param origin the origin of the web client */
export function sampleMail(kind: MailKind, origin: string, firm: string): MailContent {
  return composeMail(mailKinds, { kind, ...mailKinds[kind].sample(origin) }, firm);
}
