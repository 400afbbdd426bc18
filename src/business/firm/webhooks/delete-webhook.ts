import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { describeWebhook } from "./describe-webhook.ts";
import { lockWebhook } from "./lock-webhook.ts";

/**
 * Deletes a webhook with its log. Deliveries that have not been sent are dropped.
 * @throws RefusalError if it does not exist
 */
export async function deleteWebhook(context: Context, actor: StaffActor, id: number) {
  await inTransaction(context.database, async (em) => {
    const webhook = await lockWebhook(em, id);
    await kyselyOf(em).deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    await recordEvent(context, em, actor, {
      action: "webhook.deleted",
      changes: changesBetween(describeWebhook(webhook), {}),
    });
  });
}
