import { sql } from "kysely";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import { openSealedMail } from "../../platform/mail/outbox.ts";

/**
 * Queues a mail that was given up once more, unchanged: mail programs recognise it by its Message-ID if it
 * had arrived after all.
 * @throws RefusalError if there is no such mail, or if it has not been given up
 */
export async function sendMailAgain(
  context: Context,
  actor: StaffActor,
  id: string,
): Promise<void> {
  await inTransaction(context.database, async (em) => {
    const { rows } = await sql<{ sealed: string; state: string }>`
      select data ->> 'sealed' as sealed, state::text as state from pgboss.job
      where name = 'mail' and id = ${id}::uuid for update`.execute(kyselyOf(em));
    const [mail] = rows;
    if (!mail) throw notFound("Mail");
    if (mail.state !== "failed") {
      throw new RefusalError("conflict", "This mail was delivered or is still being retried");
    }
    await context.jobs.retryFailed(em, "mail", id);
    const { to, subject } = openSealedMail(context.cipher, mail.sealed);
    await recordEvent(context, em, actor, {
      action: "mail.sent-again",
      changes: { to: { from: to, to }, subject: { from: subject, to: subject } },
    });
  });
}
