import { Migration } from "@mikro-orm/migrations";

/**
 * Ids of deliveries and attempts of webhooks with 64 bits. The driver returns those as text, which the previous release
 * does not expect, so the table of deliveries is renamed, and the previous release uses a view with its former name
 * and type. The view can be dropped in the next release.
 */
export class WebhookIds extends Migration {
  override up(): void {
    // Rewrites both tables, which contain the last 30 days.
    this.addSql(`alter table "webhook_attempts"
      alter column "id" type bigint, alter column "delivery_id" type bigint`);
    this.addSql(`alter table "webhook_deliveries" alter column "id" type bigint`);
    this.addSql(`alter table "webhook_deliveries" rename to "event_deliveries"`);
    this.addSql(`create view "webhook_deliveries" as
      select "id"::int as "id", "endpoint_id", "event_id", "status", "turn", "attempts",
        "next_attempt_at", "last_attempt_at", "last_outcome", "last_duration"
      from "event_deliveries"`);
  }
}
