import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { sendMail, sendNotice } from "../../platform/mail/send-mail.ts";
import { issueVerification } from "../../identity/users/issue-verification.ts";
import type { Trader } from "../../identity/users/trader.entity.ts";

/**
 * Changes the email and invalidates a reset link that was sent to the old address. Both addresses are
 * notified: if the account has been taken over, its owner reads only the old one.
 */
export async function changeEmail(
  context: Context,
  em: Em,
  trader: Trader,
  email: string,
): Promise<void> {
  const from = trader.email;
  if (from === email) return;
  trader.email = email;
  trader.emailVerifiedAt = null;
  trader.resetToken = null;
  trader.resetTokenExpiry = null;
  const event = { kind: "email-changed", from, to: email } as const;
  await sendMail(context, em, from, event);
  await sendNotice(context, em, trader, event);
  await issueVerification(context, em, trader);
}
