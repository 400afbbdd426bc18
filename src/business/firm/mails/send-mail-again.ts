import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockFailedMail } from "./lock-failed-mail.ts";

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
  await inTransaction(context.database, async (em) => {
    const { to, subject } = await lockFailedMail(context, em, id);
    await context.jobs.retryFailed(em, "mail", id);
    await recordEvent(context, em, actor, {
      action: "mail.sent-again",
      changes: { to: { from: to, to }, subject: { from: subject, to: subject } },
    });
  });
}
