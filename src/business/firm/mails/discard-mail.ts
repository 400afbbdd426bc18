import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockFailedMail } from "./lock-failed-mail.ts";

/**
 * Deletes a mail that failed permanently, such as one to a mailbox that does not exist.
 * @throws RefusalError if there is no such mail, or if it is still being retried
 */
export async function discardMail(context: Context, actor: StaffActor, id: string): Promise<void> {
  await inTransaction(context.database, async (em) => {
    const { to, subject } = await lockFailedMail(context, em, id);
    await context.jobs.remove(em, "mail", id);
    await recordEvent(context, em, actor, {
      action: "mail.discarded",
      changes: { to: { from: to, to: null }, subject: { from: subject, to: null } },
    });
  });
}
