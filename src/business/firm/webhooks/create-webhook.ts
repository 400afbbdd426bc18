import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { encryptWebhookSecret } from "../../../platform/vault/webhook-secret.ts";
import { generateWebhookSecret } from "../../../platform/webhooks/sign-webhook.ts";
import { describeWebhook } from "./describe-webhook.ts";
import { requireTarget } from "./require-target.ts";
import type { createWebhookInput, WebhookWithSecret } from "./webhook.schema.ts";
import { getWebhook } from "./webhooks.queries.ts";

/**
 * Creates a webhook. Its secret is stored encrypted, and cannot be read again.
 * @throws RefusalError if the URL is not allowed
 */
export async function createWebhook(
  context: Context,
  actor: StaffActor,
  { url, events, description = null, contact = null }: z.output<typeof createWebhookInput>,
): Promise<WebhookWithSecret> {
  requireTarget(context.config, url);
  const secret = generateWebhookSecret();
  return inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    // The id is needed to encrypt the secret.
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('webhook_endpoints', 'id'))::int as id`.execute(kysely);
    const { id } = rows[0]!;
    await kysely
      .insertInto("webhook_endpoints")
      .values({
        id,
        url,
        events,
        description,
        contact,
        secret: encryptWebhookSecret(context.cipher, id, secret),
        created_at: context.clock.now().toISOString(),
        created_by: actor.label,
      })
      .execute();
    const created = await getWebhook(kysely, id);
    await recordEvent(context, em, actor, {
      action: "webhook.created",
      changes: changesBetween({}, describeWebhook(created)),
    });
    return { ...created, secret };
  });
}
