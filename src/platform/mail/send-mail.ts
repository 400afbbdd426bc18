import type { Insertable, Kysely } from "kysely";
import { type Brand, readBrand } from "../brand/brand.queries.ts";
import type { Context } from "../context.ts";
import { insertRows, kyselyOf } from "../database/database.ts";
import type { Transaction } from "../database/orm.ts";
import type { Tables } from "../database/tables.ts";
import { isAlwaysSent, type MailKind } from "./mail-kinds.rule.ts";
import { type MailContent, mailContent, type MailEvent } from "./mail-templates.ts";
import type { Mail } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";

type MailContext = Pick<Context, "clock" | "config" | "outbox">;

interface Recipient {
  id: number;
  email: string;
}

/** Mails that traders can trigger any number of times, for any address that they enter as their own. */
const rateLimited: ReadonlySet<MailKind> = new Set([
  "password-changed",
  "email-changed",
  "email-verification",
  "new-sign-in",
  "second-factor",
]);

export interface NewNotice {
  trader: Recipient;
  event: MailEvent;
}

/**
 * Stores a notice for a trader and sends it by mail, if and only if `transaction` commits. The notice is
 * stored even if the firm has switched off this kind of mail.
 */
export async function sendNotice(
  context: MailContext,
  transaction: Transaction,
  trader: Recipient,
  event: MailEvent,
): Promise<void> {
  await sendNotices(context, transaction, [{ trader, event }]);
}

/** Does the same for any number of notices, in a constant number of statements. */
export async function sendNotices(
  context: MailContext,
  transaction: Transaction,
  notices: NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const brand = await readBrand(kyselyOf(transaction), context.config);
  const composed = notices.map(({ trader, event }) => {
    const content = mailContent(event, brand.name);
    return { traderId: trader.id, to: trader.email, kind: event.kind, content };
  });
  await storeNotices(context, transaction, composed);
  await enqueue(context, transaction, brand, composed);
}

/** Stores a notice without sending a mail, for past events of the demo. */
export async function writeNotice(
  context: Pick<Context, "clock" | "config">,
  transaction: Transaction,
  traderId: number,
  event: MailEvent,
): Promise<void> {
  const { name } = await readBrand(kyselyOf(transaction), context.config);
  const content = mailContent(event, name);
  await storeNotices(context, transaction, [{ traderId, kind: event.kind, content }]);
}

/** Sends a mail without storing a notice: to recipients who are not traders, or with a link that soon expires. */
export async function sendMail(
  context: MailContext,
  transaction: Transaction,
  to: string,
  event: MailEvent,
): Promise<void> {
  const brand = await readBrand(kyselyOf(transaction), context.config);
  const content = mailContent(event, brand.name);
  await enqueue(context, transaction, brand, [{ to, kind: event.kind, content }]);
}

interface Composed {
  kind: MailKind;
  content: MailContent;
}

async function enqueue(
  { config, outbox }: MailContext,
  transaction: Transaction,
  brand: Brand,
  composed: (Composed & { to: string })[],
): Promise<void> {
  const isOptional = composed.some(({ kind }) => !isAlwaysSent(kind));
  const switchedOff = isOptional ? await readSwitchedOff(kyselyOf(transaction)) : new Set();
  const mails = composed
    .filter(({ kind }) => isAlwaysSent(kind) || !switchedOff.has(kind))
    .map(({ to, kind, content }): Mail => {
      const mail = renderMail(content, to, brand, config.publicUrl);
      return rateLimited.has(kind) ? { ...mail, isRateLimited: true } : mail;
    });
  await outbox.enqueue(transaction, mails);
}

/** Stores notices. Omits links with a token, which are equivalent to a password and only sent by mail. */
async function storeNotices(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  composed: (Composed & { traderId: number })[],
): Promise<void> {
  const at = clock.now().toISOString();
  const rows = composed.map(({ traderId, kind, content }): Insertable<Tables["notices"]> => {
    const { subject, paragraphs, action, note } = content;
    const isSecret = action !== undefined && "secretUrl" in action;
    // A link to the sign-in screen is omitted, because readers of notices have signed in.
    const link =
      action !== undefined && "path" in action && action.path !== "/auth" ? action : undefined;
    return {
      user_id: traderId,
      kind,
      subject,
      paragraphs,
      note: isSecret ? null : (note ?? null),
      link_label: link?.label ?? null,
      link_path: link?.path ?? null,
      at,
    };
  });
  await insertRows(kyselyOf(transaction), "notices", rows);
}

/** Returns the kinds of mails that the firm does not send. */
export async function readSwitchedOff(kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const found = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
  return new Set(found?.switched_off);
}
