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

/** Traders can trigger these any number of times, for any address that they enter as their own. */
const rateLimited: ReadonlySet<MailKind> = new Set([
  "password-changed",
  "email-changed",
  "email-verification",
  "new-sign-in",
  "second-factor",
]);

/**
 * Stores a notice for a trader and mails it, if and only if the transaction of `em` commits. The notice is
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

/** A notice without its mail, for the demo's past. */
export async function writeNotice(
  context: Pick<Context, "clock" | "config">,
  em: Em,
  traderId: number,
  event: MailEvent,
): Promise<void> {
  const { name } = await readBrand(kyselyOf(em), context.config);
  await storeNotice(context, em, traderId, event.kind, mailContent(event, name));
}

/** Mails without a notice: to an address that is not a trader's, or with a link that is of no use later. */
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

/** A link with a token is a password: it is in the mail alone. */
async function storeNotice(
  { clock }: Pick<Context, "clock">,
  em: Em,
  traderId: number,
  kind: MailKind,
  { subject, paragraphs, action, note }: MailContent,
): Promise<void> {
  const isSecret = action !== undefined && "secretUrl" in action;
  // Readers of notices have signed in.
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

/** The kinds of mails that the firm does not send. */
export async function readSwitchedOff(kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const found = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
  return new Set(found?.switched_off);
}
