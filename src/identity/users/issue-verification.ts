import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/lib/clock.ts";
import { DAY } from "../../platform/time/durations.rule.ts";
import { hashToken, generateToken } from "../../platform/lib/tokens.ts";
import { readSwitchedOff, sendMail } from "../../platform/mail/send-mail.ts";
import type { Trader } from "./trader.entity.ts";

const LIFETIME = 7 * DAY;

/**
 * Mails a link that verifies the current email, and invalidates earlier links. Creates no notice, because the link
 * would be of no use there. If the firm has disabled these mails, emails are not verified.
 */
export async function issueVerification(context: Context, em: Em, trader: Trader): Promise<void> {
  trader.emailToken = null;
  trader.emailTokenExpiry = null;
  if ((await readSwitchedOff(kyselyOf(em))).has("email-verification")) return;
  const token = generateToken();
  trader.emailToken = hashToken(token);
  trader.emailTokenExpiry = fromNow(context.clock, LIFETIME);
  const url = `${context.config.publicUrl}/verify-email?token=${token}`;
  await sendMail(context, em, trader.email, { kind: "email-verification", url });
}
