import type { z } from "zod";
import { sql } from "kysely";
import { letterheadOf, readBrand } from "../brand/brand.ts";
import type { Context } from "../../../platform/context.ts";
import { type MailKind, mailKindCodes, mailKinds, sampleMail } from "./mail-kinds.rule.ts";
import { renderMail } from "../../../platform/mail/render-mail.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { MailPreview, MailSettings, setMailInput, UndeliveredMail } from "./mail.schema.ts";
import { openSealedMail } from "../../../platform/mail/outbox.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";

export async function readMailSettings({
  database,
}: Pick<Context, "database">): Promise<MailSettings> {
  const row = await database.kysely.selectFrom("mail_settings").selectAll().executeTakeFirst();
  return {
    mails: mailKindCodes.map((kind) => {
      const { label, when, isAlwaysSent = false } = mailKinds[kind];
      const isSent = isAlwaysSent || !row?.switched_off.includes(kind);
      return { kind, label, when, isAlwaysSent, isSent };
    }),
    updatedAt: row ? new Date(row.updated_at) : null,
    updatedBy: row?.updated_by ?? null,
  };
}

/** Renders a sample mail of a kind in the firm's brand. */
export async function previewMail(
  { config, database }: Pick<Context, "config" | "database">,
  kind: MailKind,
): Promise<MailPreview> {
  const brand = await readBrand(database.kysely, config);
  const content = sampleMail(kind, config.publicUrl, brand.name);
  const { subject, text, html } = renderMail(content, "", letterheadOf(brand), config.publicUrl);
  return { from: brand.senderName ?? config.mailFrom, subject, text, html };
}

/** Switches a kind of mail on or off. Mails that are already queued are still sent. */
export async function setMail(
  context: Context,
  actor: StaffActor,
  { kind, isSent }: z.output<typeof setMailInput>,
): Promise<MailSettings> {
  const settings = { table: "mail_settings", action: "mail-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const row = await kysely.selectFrom("mail_settings").select("switched_off").executeTakeFirst();
    const before = row?.switched_off ?? [];
    const others = before.filter((other) => other !== kind);
    const switchedOff = isSent ? others : [...others, kind].toSorted();
    return {
      before: { switchedOff: before.join(", ") || null },
      after: { switchedOff: switchedOff.join(", ") || null },
      row: { switched_off: switchedOff },
    };
  });
  return readMailSettings(context);
}

/** How many undelivered mails are listed. */
const LONGEST_LIST = 200;

interface MailJob {
  id: string;
  sealed: string;
  hasFailed: boolean;
  queuedAt: string;
  lastAttemptAt: string | null;
  attempts: number;
  nextAttemptAt: string;
  output: { message?: string; response?: string; cause?: { response?: string } } | null;
}

/**
 * Lists mails that failed at least once and have not been delivered: permanent failures first, then the newest. A mail
 * stays in the list while it is attempted again, because that attempt may fail too.
 */
export async function listUndeliveredMails({
  cipher,
  database,
}: Pick<Context, "cipher" | "database">): Promise<UndeliveredMail[]> {
  const { rows } = await sql<MailJob>`
    select id, data ->> 'sealed' as sealed, state = 'failed' as "hasFailed",
      created_on as "queuedAt", started_on as "lastAttemptAt",
      retry_count + (state <> 'active')::int as attempts, start_after as "nextAttemptAt", output
    from pgboss.job where name = 'mail'
      and (state in ('failed', 'retry') or state = 'active' and retry_count > 0)
    order by state = 'failed' desc, created_on desc, id limit ${LONGEST_LIST}`.execute(
    database.kysely,
  );
  return rows.map(
    ({ id, sealed, hasFailed, queuedAt, lastAttemptAt, attempts, nextAttemptAt, output }) => {
      const { to, subject } = openSealedMail(cipher, sealed);
      return {
        id,
        to,
        subject,
        status: hasFailed ? "failed" : "retrying",
        queuedAt: new Date(queuedAt),
        lastAttemptAt: lastAttemptAt === null ? null : new Date(lastAttemptAt),
        attempts,
        nextAttemptAt: hasFailed ? null : new Date(nextAttemptAt),
        reason: describeFailure(output),
      };
    },
  );
}

/** Returns the response of the mail server, or the error that prevented one. */
function describeFailure(output: MailJob["output"]): string | null {
  return output?.response ?? output?.cause?.response ?? output?.message ?? null;
}

/**
 * Locks a mail that failed permanently in `transaction`.
 * @throws RefusalError if there is no such mail, or if it is still being retried
 */
async function lockFailedMail(
  { cipher }: Pick<Context, "cipher">,
  transaction: Transaction,
  id: string,
) {
  const { rows } = await sql<{ sealed: string; state: string }>`
    select data ->> 'sealed' as sealed, state::text as state from pgboss.job
    where name = 'mail' and id = ${id}::uuid for update`.execute(kyselyOf(transaction));
  const [mail] = rows;
  if (!mail) throw notFound("Email");
  if (mail.state !== "failed") {
    throw new RefusalError("conflict", "This email was delivered or is still being retried");
  }
  return openSealedMail(cipher, mail.sealed);
}

/**
 * Deletes a mail that failed permanently, such as one to a mailbox that does not exist.
 * @throws RefusalError if there is no such mail, or if it is still being retried
 */
export async function discardMail(context: Context, actor: StaffActor, id: string): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const { to, subject } = await lockFailedMail(context, transaction, id);
    await context.jobs.remove(transaction, "mail", id);
    await recordEvent(context, transaction, actor, {
      action: "mail.discarded",
      changes: { to: { from: to, to: null }, subject: { from: subject, to: null } },
    });
  });
}

/**
 * Queues a mail that failed permanently once more, unchanged. If it had arrived after all, mail programs recognise
 * the duplicate by its Message-ID.
 * @throws RefusalError if there is no such mail, or if it is still being retried
 */
export async function sendMailAgain(
  context: Context,
  actor: StaffActor,
  id: string,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const { to, subject } = await lockFailedMail(context, transaction, id);
    await context.jobs.retryFailed(transaction, "mail", id);
    await recordEvent(context, transaction, actor, {
      action: "mail.sent-again",
      changes: { to: { from: to, to }, subject: { from: subject, to: subject } },
    });
  });
}
