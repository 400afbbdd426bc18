import type { Insertable, Kysely } from "kysely";
import { type Brand, readBrand } from "../brand/brand.queries.ts";
import type { Context } from "../context.ts";
import { kyselyOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import type { Tables } from "../database/tables.ts";
import { isAlwaysSent, type MailKind } from "./mail-kinds.rule.ts";
import { type MailContent, mailContent, type MailEvent } from "./mail-templates.ts";
import type { NoticeRow } from "./mail.tables.ts";
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

/**
 * Stores a notice for a trader and sends it by mail, if and only if the transaction of `em` commits. The notice is
 * stored even if the firm has switched off this kind of mail.
 */
export async function sendNotice(
  context: MailContext,
  em: Em,
  trader: Recipient,
  event: MailEvent,
): Promise<void> {
  const brand = await readBrand(kyselyOf(em), context.config);
  const content = mailContent(event, brand.name);
  await storeNotice(context, em, trader.id, event.kind, content);
  await enqueue(context, em, { to: trader.email, kind: event.kind, content, brand });
}

/** Stores a notice without sending a mail, for past events of the demo. */
export async function writeNotice(
  context: Pick<Context, "clock" | "config">,
  em: Em,
  traderId: number,
  event: MailEvent,
): Promise<void> {
  const { name } = await readBrand(kyselyOf(em), context.config);
  await storeNotice(context, em, traderId, event.kind, mailContent(event, name));
}

/** Sends a mail without storing a notice: to recipients who are not traders, or with a link that soon expires. */
export async function sendMail(
  context: MailContext,
  em: Em,
  to: string,
  event: MailEvent,
): Promise<void> {
  const brand = await readBrand(kyselyOf(em), context.config);
  const content = mailContent(event, brand.name);
  await enqueue(context, em, { to, kind: event.kind, content, brand });
}

interface ComposedMail {
  to: string;
  kind: MailKind;
  content: MailContent;
  brand: Brand;
}

async function enqueue(
  { config, outbox }: MailContext,
  em: Em,
  { to, kind, content, brand }: ComposedMail,
): Promise<void> {
  if (!isAlwaysSent(kind) && (await readSwitchedOff(kyselyOf(em))).has(kind)) return;
  const mail = renderMail(content, to, brand, config.publicUrl);
  await outbox.enqueue(em, rateLimited.has(kind) ? { ...mail, isRateLimited: true } : mail);
}

/** Stores a notice. Omits links with a token, which are equivalent to a password and only sent by mail. */
async function storeNotice(
  { clock }: Pick<Context, "clock">,
  em: Em,
  traderId: number,
  kind: MailKind,
  { subject, paragraphs, action, note }: MailContent,
): Promise<void> {
  const isSecret = action !== undefined && "secretUrl" in action;
  // A link to the sign-in screen is omitted, because readers of notices have signed in.
  const link =
    action !== undefined && "path" in action && action.path !== "/auth" ? action : undefined;
  const row: Insertable<NoticeRow> = {
    user_id: traderId,
    kind,
    subject,
    paragraphs,
    note: isSecret ? null : (note ?? null),
    link_label: link?.label ?? null,
    link_path: link?.path ?? null,
    at: clock.now().toISOString(),
  };
  await kyselyOf(em).insertInto("notices").values(row).execute();
}

/** Returns the kinds of mails that the firm does not send. */
export async function readSwitchedOff(kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const found = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
  return new Set(found?.switched_off);
}
