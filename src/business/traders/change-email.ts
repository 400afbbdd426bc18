import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { sendNotice } from "../../platform/mail/notices.ts";
import type { Trader } from "../../identity/users/trader.entity.ts";

/**
 * A link that was mailed to the old address must not open the account any more. Both addresses are
 * told: whoever lost the account to somebody else reads the old one.
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
  trader.resetToken = null;
  trader.resetTokenExpiry = null;
  for (const address of [from, email]) {
    await sendNotice(context, em, address, { kind: "email-changed", from, to: email });
  }
}
