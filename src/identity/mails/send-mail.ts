import type { Insertable, Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { insertRows, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { type Letterhead, type MailContent, renderMail } from "../../platform/mail/render-mail.ts";
import { composeMail, type DeclaredMails, type MailEventOf } from "./declare-mail.rule.ts";
import { identityMails } from "./identity-mails.rule.ts";

type MailContext = Pick<Context, "clock" | "config" | "outbox" | "letterhead">;

interface Recipient {
  id: number;
  email: string;
}

export interface Notice<Event> {
  trader: Recipient;
  event: Event;
}

interface Composed {
  kind: string;
  content: MailContent;
}

/** Returns how to send the declared mails. The kinds of the whole product have different names. */
export function createMails<Mails extends DeclaredMails>(mails: Mails) {
  type Event = MailEventOf<Mails>;

  const compose = (event: { kind: string }, firm: string): Composed => ({
    kind: event.kind,
    content: composeMail(mails, event, firm),
  });

  async function enqueue(
    { config, outbox }: MailContext,
    transaction: Transaction,
    letterhead: Letterhead,
    composed: (Composed & { to: string })[],
  ): Promise<void> {
    const isAlwaysSent = ({ kind, content }: Composed) =>
      mails[kind]!.isAlwaysSent ?? hasSecretLink(content);
    const isOptional = composed.some((mail) => !isAlwaysSent(mail));
    const switchedOff = isOptional ? await readSwitchedOff(kyselyOf(transaction)) : new Set();
    const sent = composed
      .filter((mail) => isAlwaysSent(mail) || !switchedOff.has(mail.kind))
      .map(({ to, kind, content }): Mail => {
        const { isRateLimited, isUrgent } = mails[kind]!;
        return {
          ...renderMail(content, to, letterhead, config.publicUrl),
          ...(isRateLimited !== undefined && { isRateLimited }),
          ...(isUrgent && { isUrgent }),
        };
      });
    await outbox.enqueue(transaction, sent);
  }

  /** Does the same as `sendNotice` for any number of notices, in a constant number of statements. */
  async function sendNotices(
    context: MailContext,
    transaction: Transaction,
    notices: Notice<Event>[],
  ): Promise<void> {
    if (notices.length === 0) return;
    const letterhead = await context.letterhead(kyselyOf(transaction));
    const composed = notices.map(({ trader, event }) => ({
      traderId: trader.id,
      to: trader.email,
      ...compose(event, letterhead.name),
    }));
    await storeNotices(context, transaction, composed);
    await enqueue(context, transaction, letterhead, composed);
  }

  return {
    sendNotices,

    /**
     * Stores a notice for a trader and sends it by mail, if and only if `transaction` commits. The notice is stored even
     * if the firm has switched off this kind of mail.
     */
    async sendNotice(
      context: MailContext,
      transaction: Transaction,
      trader: Recipient,
      event: Event,
    ): Promise<void> {
      await sendNotices(context, transaction, [{ trader, event }]);
    },

    /** Stores a notice without sending a mail, for past events of the demo. */
    async writeNotice(
      context: Pick<Context, "clock" | "letterhead">,
      transaction: Transaction,
      traderId: number,
      event: Event,
    ): Promise<void> {
      const { name } = await context.letterhead(kyselyOf(transaction));
      await storeNotices(context, transaction, [{ traderId, ...compose(event, name) }]);
    },

    /** Sends a mail without storing a notice: to recipients who are not traders, or with a link that soon expires. */
    async sendMail(
      context: MailContext,
      transaction: Transaction,
      to: string,
      event: Event,
    ): Promise<void> {
      const letterhead = await context.letterhead(kyselyOf(transaction));
      await enqueue(context, transaction, letterhead, [{ to, ...compose(event, letterhead.name) }]);
    },
  };
}

/** A person without this link could not use the account. */
const hasSecretLink = ({ action }: MailContent): boolean =>
  action !== undefined && "secretUrl" in action;

export const { sendNotice, sendMail } = createMails(identityMails);

/** Stores notices. Omits links with a token, which are equivalent to a password and only sent by mail. */
async function storeNotices(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  composed: (Composed & { traderId: number })[],
): Promise<void> {
  const at = clock.now().toISOString();
  const rows = composed.map(({ traderId, kind, content }): Insertable<Tables["notices"]> => {
    const { subject, paragraphs, action, note } = content;
    const isSecret = hasSecretLink(content);
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
  const row = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
  return new Set(row?.switched_off);
}
