import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import type { Webhook } from "./webhook.schema.ts";
import { getWebhook } from "./webhooks.queries.ts";

/**
 * Locks a webhook, before any of its deliveries.
 * @throws RefusalError if it does not exist
 */
export async function lockWebhook(em: Em, id: number): Promise<Webhook> {
  const kysely = kyselyOf(em);
  const locked = await kysely
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw notFound("Webhook");
  return getWebhook(kysely, id);
}
