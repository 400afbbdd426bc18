import type { Context } from "../context.ts";
import type { Em } from "../database/orm.ts";
import { after, DAY, HOUR } from "../lib/clock.ts";
import { hashToken, makeToken } from "../lib/tokens.ts";
import { type Letter, layOut } from "../mail/letter.ts";
import type { Trader } from "../traders/trader.entity.ts";

const lifetimes = { reset: HOUR, invitation: 7 * DAY };

function letterFor(purpose: keyof typeof lifetimes, firmName: string, url: string): Letter {
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
    paragraphs: [`Somebody asked to reset the password of your ${firmName} account.`],
    action: { label: "Choose a new password", url },
    note: "The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.",
  };
}

/** Mails a link that sets a password. A newer link voids the one before. */
export async function issueResetLink(
  { config, clock, outbox }: Context,
  em: Em,
  trader: Trader,
  purpose: keyof typeof lifetimes,
): Promise<void> {
  const token = makeToken();
  trader.resetToken = hashToken(token);
  trader.resetTokenExpiry = after(clock, lifetimes[purpose]);
  const url = `${config.publicUrl}/reset-password?token=${token}`;
  await outbox.post(
    em,
    layOut(letterFor(purpose, config.firmName, url), trader.email, config.firmName),
  );
}
