import type { Config } from "../config/config.ts";
import type { Outbox } from "./outbox.ts";
import type { Em } from "../database/orm.ts";
import { formatDollars } from "../money/money.ts";
import { type MailContent, renderMail } from "./render-mail.ts";

/**
 * What traders are told by mail of what happens to their account: never a secret, never how they
 * are paid, for mails lie about for years.
 */
export type Notice =
  | { kind: "payout-decided"; payoutId: number; amount: string; status: "approved" | "rejected" }
  | { kind: "certificate-issued"; name: string }
  | { kind: "password-changed" }
  | { kind: "email-changed"; from: string; to: string }
  | { kind: "banned"; reason: string | null }
  | { kind: "unbanned" }
  | { kind: "new-sign-in"; device: string; address: string; at: Date };

const wasItYou = "If it was not you, set a new password at once and write to us.";

type NoticeTemplates = {
  [Kind in Notice["kind"]]: (notice: Extract<Notice, { kind: Kind }>) => MailContent;
};

/** @param link makes an address of a path of the web client */
function noticeTemplates(firmName: string, link: (path: string) => string): NoticeTemplates {
  return {
    "payout-decided": ({ payoutId, amount, status }) => ({
      subject: `Payout request #${payoutId} ${status}`,
      paragraphs: [
        `Your payout request #${payoutId} over ${formatDollars(amount)} was ${status}.`,
        "The notes that belong to it are in your payout history.",
      ],
      action: { label: "View payouts", url: link("/payouts") },
    }),
    "certificate-issued": ({ name }) => ({
      subject: "You have a new certificate",
      paragraphs: [`${firmName} has issued you a certificate: ${name}.`],
      action: { label: "View certificates", url: link("/certificates") },
    }),
    "password-changed": () => ({
      subject: "Your password was changed",
      paragraphs: [`The password of your ${firmName} account was changed just now.`],
      action: { label: "Set a new password", url: link("/forgot-password") },
      note: wasItYou,
    }),
    "email-changed": ({ from, to }) => ({
      subject: "Your email was changed",
      paragraphs: [`The email of your ${firmName} account was changed from ${from} to ${to}.`],
      note: "If it was not you, write to us at once.",
    }),
    banned: ({ reason }) => ({
      subject: "Your account has been banned",
      paragraphs: [
        `Your ${firmName} account has been banned. You cannot sign in until that is lifted.`,
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
    }),
    unbanned: () => ({
      subject: "Your account is open again",
      paragraphs: [`The ban on your ${firmName} account has been lifted.`],
      action: { label: "Sign in", url: link("/auth") },
    }),
    "new-sign-in": ({ device, address, at }) => ({
      subject: "New sign-in to your account",
      paragraphs: [
        `Somebody signed in to your ${firmName} account with a device, or from a network, that we had not seen before.`,
        `${device}, ${address}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
      ],
      action: { label: "Where you are signed in", url: link("/settings") },
      note: wasItYou,
    }),
  };
}

/** A trader can do it as often as he likes, with any address that he says is his. */
const rationedNotices: ReadonlySet<Notice["kind"]> = new Set([
  "password-changed",
  "email-changed",
  "new-sign-in",
]);

/** Mails a notice if and only if the transaction of `em` commits. */
export async function sendNotice<Kind extends Notice["kind"]>(
  { config, outbox }: { config: Pick<Config, "firmName" | "publicUrl">; outbox: Outbox },
  em: Em,
  to: string,
  notice: Extract<Notice, { kind: Kind }>,
): Promise<void> {
  const { firmName, publicUrl } = config;
  const write: NoticeTemplates[Kind] = noticeTemplates(firmName, (path) => `${publicUrl}${path}`)[
    notice.kind
  ];
  const mail = renderMail(write(notice), to, firmName);
  await outbox.enqueue(em, rationedNotices.has(notice.kind) ? { ...mail, isRationed: true } : mail);
}
