import { LockMode } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { invalidField } from "../../platform/errors.ts";
import { DAY } from "../../platform/time/durations.rule.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import { lockTrader } from "../users/lock-trader.ts";
import type { Trader } from "../users/trader.entity.ts";
import { type LinkPurpose, MailedLink } from "./second-factor.entity.ts";

/** How long a mail about a change can undo it, and therefore how long removed factors are kept. */
export const UNDOABLE_FOR = 7 * DAY;

const invalidToken = () => invalidField("token", "This link is no longer valid");

interface NewLink {
  traderId: number;
  purpose: LinkPurpose;
  /** The moment of the event that the mail is about. */
  about: Date;
  expiresAt: Date;
}

/** Creates a link to the screen that is named after its purpose. The token is stored nowhere else. */
export async function createLink(
  { config }: Pick<Context, "config">,
  kysely: Kysely<Tables>,
  { traderId, purpose, about, expiresAt }: NewLink,
): Promise<string> {
  const token = generateToken();
  await kysely
    .insertInto("mailed_links")
    .values({
      user_id: traderId,
      purpose,
      token_hash: hashToken(token),
      about: about.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute();
  return `${config.publicUrl}/${purpose}?token=${token}`;
}

/**
 * Uses up a link, and locks its trader. Of two concurrent calls, one succeeds.
 * @returns the trader, and the moment that the mail was about
 * @throws RefusalError if the token is unknown, used, voided, expired or for another purpose
 */
export async function takeLink(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<{ trader: Trader; about: Date }> {
  const wanted = { purpose, tokenHash: hashToken(token), expiresAt: { $gt: clock.now() } };
  const seen = await transaction.findOne(MailedLink, wanted);
  if (!seen) throw invalidToken();
  const trader = await lockTrader(transaction, seen.trader.id);
  const link = await transaction.findOne(MailedLink, wanted, {
    refresh: true,
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
  if (!link) throw invalidToken();
  await kyselyOf(transaction).deleteFrom("mailed_links").where("id", "=", link.id).execute();
  return { trader, about: link.about };
}

/** Makes the links of a purpose invalid. @param since only those about this moment, or a later one */
export async function voidLinks(
  kysely: Kysely<Tables>,
  traderId: number,
  purpose: LinkPurpose,
  since?: Date,
): Promise<void> {
  await kysely
    .deleteFrom("mailed_links")
    .where("user_id", "=", traderId)
    .where("purpose", "=", purpose)
    .$if(since !== undefined, (query) => query.where("about", ">=", since!.toISOString()))
    .execute();
}
