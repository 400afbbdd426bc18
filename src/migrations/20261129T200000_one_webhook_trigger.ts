import { Migration } from "@mikro-orm/migrations";

/**
 * One trigger captures all audited actions for webhooks, so that an event needs no migration. The dispatcher knows which
 * of them are sent.
 */
export class OneWebhookTrigger extends Migration {
  override up(): void {
    for (const name of [
      "audit_events_webhooks",
      "audit_events_action_webhooks",
      "audit_events_webhooks_of_appeals",
      "audit_events_webhooks_payout_cancelled",
    ]) {
      this.addSql(`drop trigger ${name} on audit_events`);
    }
    this.addSql(
      `create trigger audit_events_webhooks after insert on audit_events for each row
       execute function webhook_events_of_audit()`,
    );
  }
}
