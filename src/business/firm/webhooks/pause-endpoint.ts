import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { type AuditActor, recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";

/** The app itself, in the audit log. */
const webhooks: AuditActor = { kind: "system", name: "Webhooks" };

const reasons = {
  failures: "All attempts over three days have failed.",
  gone: "It responded with 410 Gone, which means that it no longer accepts events.",
};

interface FailedEndpoint {
  id: number;
  url: string;
  contact: string | null;
}

/**
 * Pauses a locked endpoint in the transaction of `em`, and mails its contact. Its events are held from now
 * on: their jobs find it paused.
 */
export async function pauseFailed(
  context: Pick<Context, "clock" | "config" | "outbox">,
  em: Em,
  { id, url, contact }: FailedEndpoint,
  reason: "failures" | "gone",
): Promise<void> {
  const { clock } = context;
  await kyselyOf(em)
    .updateTable("webhook_endpoints")
    .set({ paused_at: clock.now().toISOString(), pause_reason: reason })
    .where("id", "=", id)
    .execute();
  if (contact !== null) {
    await sendMail(context, em, contact, { kind: "webhook-paused", url, reason: reasons[reason] });
  }
  await recordEvent({ clock }, em, webhooks, {
    action: "webhook.paused",
    changes: changesBetween({}, { webhookId: id, url }),
    reason: reasons[reason],
  });
}
