import type { Insertable, Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { insertRows, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { type Letterhead, type MailContent, renderMail } from "../../platform/mail/render-mail.ts";
import type { DeclaredMail } from "./mail-kinds.rule.ts";

type MailContext = Pick<Context, "clock" | "config" | "outbox" | "letterhead">;

interface Recipient {
  id: number;
  email: string;
}

export interface Notice<Event> {
  trader: Recipient;
  event: Event;
}

/** The texts of each kind of event. @property firm the firm's name */
export type MailTemplates<Event extends { kind: string }> = {
  [Kind in Event["kind"]]: (event: Extract<Event, { kind: Kind }>, firm: string) => MailContent;
};

interface Composed {
  kind: string;
  content: MailContent;
}

/** Returns how to send mails of some kinds. The kinds of the whole product have different names. */
export function createMails<Event extends { kind: string }>(
  kinds: Record<Event["kind"], DeclaredMail>,
  templates: MailTemplates<Event>,
) {
  function compose(event: Event, firm: string): Composed {
    const template: (event: never, firm: string) => MailContent =
      templates[event.kind as Event["kind"]];
    return { kind: event.kind, content: template(event as never, firm) };
  }

  async function enqueue(
    { config, outbox }: MailContext,
    transaction: Transaction,
    letterhead: Letterhead,
    composed: (Composed & { to: string })[],
  ): Promise<void> {
    const declared = (kind: string) => kinds[kind as Event["kind"]];
    const isOptional = composed.some(({ kind }) => !declared(kind).isAlwaysSent);
    const switchedOff = isOptional ? await readSwitchedOff(kyselyOf(transaction)) : new Set();
    const mails = composed
      .filter(({ kind }) => declared(kind).isAlwaysSent || !switchedOff.has(kind))
      .map(({ to, kind, content }): Mail => {
        const mail = renderMail(content, to, letterhead, config.publicUrl);
        return declared(kind).isRateLimited ? { ...mail, isRateLimited: true } : mail;
      });
    await outbox.enqueue(transaction, mails);
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
  const row = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
  return new Set(row?.switched_off);
}
