import { Migration } from "@mikro-orm/migrations";

/** Indexes for the filters by date and amount. */
export class Filters extends Migration {
  override up(): void {
    this.addSql(`create index "users_created_at_index" on "users" ("created_at")`);
    this.addSql(`create index "payout_requests_amount_index" on "payout_requests" ("amount")`);
    this.addSql(
      `create index "payout_requests_created_at_index" on "payout_requests" ("created_at")`,
    );
  }
}
