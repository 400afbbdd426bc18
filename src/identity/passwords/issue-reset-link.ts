import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { fromNow, DAY, HOUR } from "../../platform/lib/clock.ts";
import { hashToken, makeToken } from "../../platform/lib/tokens.ts";
import { type MailContent, renderMail } from "../../platform/mail/render-mail.ts";
import type { Trader } from "../users/trader.entity.ts";

const lifetimes = { reset: HOUR, invitation: 7 * DAY };

function mailFor(purpose: keyof typeof lifetimes, firmName: string, url: string): MailContent {
  if (purpose === "invitation") {
    return {
      subject: `Your ${firmName} account is ready`,
      paragraphs: [
        `${firmName} has opened a trading account for you.`,
        "Choose a password to sign in for the first time.",
      ],
      action: { label: "Choose a password", url },
      note: "The link works once, for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.",
    };
  }
  return {
    subject: "Reset your password",
    paragraphs: [`We received a request to reset the password of your ${firmName} account.`],
    action: { label: "Choose a new password", url },
    note: "The link works once, for one hour. If it was not you, ignore this mail; your password will not change.",
  };
}

/** Mails a link for setting a password. Each link invalidates the previous one. */
export async function issueResetLink(
  { config, clock, outbox }: Context,
  em: Em,
  trader: Trader,
  purpose: keyof typeof lifetimes,
): Promise<void> {
  const token = makeToken();
  trader.resetToken = hashToken(token);
  trader.resetTokenExpiry = fromNow(clock, lifetimes[purpose]);
  const url = `${config.publicUrl}/reset-password?token=${token}`;
  await outbox.enqueue(
    em,
    renderMail(mailFor(purpose, config.firmName, url), trader.email, config.firmName),
  );
}
