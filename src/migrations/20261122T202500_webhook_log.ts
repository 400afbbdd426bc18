import { Migration } from "@mikro-orm/migrations";

/** Headers and durations of webhook attempts, and indexes for counts and filters by status. */
export class WebhookLog extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_attempts"
      add column "request_headers" jsonb, add column "response_headers" jsonb`);
    this.addSql(`alter table "webhook_deliveries" add column "last_duration" int`);
    this.addSql(`create index "webhook_deliveries_status_index"
      on "webhook_deliveries" ("endpoint_id", "status", "id")`);
    this.addSql(`drop index "webhook_deliveries_held_index"`);
    this.addSql(`create index "webhook_deliveries_failed_index"
      on "webhook_deliveries" ("endpoint_id", "last_attempt_at") where status = 'failed'`);
  }
}
