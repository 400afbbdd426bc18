import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { fromNow } from "../../../platform/lib/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { encryptWebhookSecret } from "../../../platform/vault/webhook-secret.ts";
import { generateWebhookSecret } from "../../../platform/webhooks/sign-webhook.ts";
import { lockWebhook } from "./lock-webhook.ts";
import type { WebhookWithSecret } from "./webhook.schema.ts";
import { getWebhook } from "./webhooks.queries.ts";

/**
 * Replaces the secret. For a day, events are signed with both, so the receiver can be updated in the meantime.
 * @throws RefusalError if the webhook does not exist
 */
export async function rotateWebhookSecret(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<WebhookWithSecret> {
  const secret = generateWebhookSecret();
  return inTransaction(context.database, async (em) => {
    const { url } = await lockWebhook(em, id);
    const kysely = kyselyOf(em);
    await kysely
      .updateTable("webhook_endpoints")
      .set(({ ref }) => ({
        secret: encryptWebhookSecret(context.cipher, id, secret),
        previous_secret: ref("secret"),
        previous_secret_until: fromNow(context.clock, DAY).toISOString(),
      }))
      .where("id", "=", id)
      .execute();
    await recordEvent(context, em, actor, {
      action: "webhook.secret-rotated",
      changes: { webhookId: { from: id, to: id }, url: { from: url, to: url }, secret: "changed" },
    });
    return { ...(await getWebhook(kysely, id)), secret };
  });
}
