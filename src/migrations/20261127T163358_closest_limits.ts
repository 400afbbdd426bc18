import { Migration } from "@mikro-orm/migrations";

/**
 * The limit of which an account has used the largest share. Every stage in progress becomes due, so that the job that
 * judges by time fills the columns within minutes. The previous release leaves them as they are, until the stage is
 * judged again.
 */
export class ClosestLimits extends Migration {
  override up(): void {
    this.addSql(
      `alter table "current_verdicts" add "closest_limit" text null, add "closest_amount" numeric(30,2) null, add "closest_room" numeric(30,2) null, add "closest_used" numeric(9,6) null`,
    );
    this.addSql(
      `create index "current_verdicts_closest_index" on "current_verdicts" ("closest_used" desc, "account_id") where is_open and outcome = 'in_progress' and closest_used is not null`,
    );
    this.addSql(
      `update current_verdicts set next_check_at = now()
       where is_open and outcome = 'in_progress' and next_check_at is not null`,
    );
  }
}
