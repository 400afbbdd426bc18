import { Migration } from "@mikro-orm/migrations";

/** Replaces the partial index of unpaid requests with one that has statistics of how many there are. */
export class UnpaidIndex extends Migration {
  override up(): void {
    this.addSql(`drop index "payout_requests_unpaid_index"`);
    this.addSql(
      `create index "payout_requests_unpaid_index" on "payout_requests" ((status = 'approved' and payment_id is null), "id")`,
    );
  }
}
