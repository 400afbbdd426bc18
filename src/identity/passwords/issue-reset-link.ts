import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/lib/clock.ts";
import { DAY, HOUR } from "../../platform/time/durations.rule.ts";
import { hashToken, generateToken } from "../../platform/lib/tokens.ts";
import { sendNotice } from "../../platform/mail/send-mail.ts";
import type { Trader } from "../users/trader.entity.ts";

const lifetimes = { "password-reset": HOUR, invitation: 7 * DAY };

/** Mails a link for setting a password. Each link invalidates the previous one. */
export async function issueResetLink(
  context: Context,
  em: Em,
  trader: Trader,
  purpose: keyof typeof lifetimes,
): Promise<void> {
  const token = generateToken();
  trader.resetToken = hashToken(token);
  trader.resetTokenExpiry = fromNow(context.clock, lifetimes[purpose]);
  const url = `${context.config.publicUrl}/reset-password?token=${token}`;
  await sendNotice(context, em, trader, { kind: purpose, url });
}
