import { Migration } from "@mikro-orm/migrations";

/**
 * Flags of payout requests, fingerprints of their payment details, and approvals by two administrators. In the previous
 * release, a single administrator still approves.
 */
export class PayoutDesk extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payout_requests" add "details_fingerprint" text null, add "approvals" jsonb not null default '[]', add "decision_flags" jsonb null`,
    );
    this.addSql(
      `create index "payout_requests_details_fingerprint_user_id_index" on "payout_requests" ("details_fingerprint", "user_id") where details_fingerprint is not null`,
    );
    this.addSql(
      `create index "payout_requests_no_fingerprint_index" on "payout_requests" ("id") where sealed_details is not null and details_fingerprint is null`,
    );
    this.addSql(
      `create table "payout_settings" ("id" int primary key default 1 check (id = 1), "second_approval_above" numeric(14,2) null check (second_approval_above >= 0 and second_approval_above <> 'NaN'), "updated_at" timestamptz(3) not null, "updated_by" text not null)`,
    );
  }
}
