import { Migration } from "@mikro-orm/migrations";

/** The currency in which a request was approved, because a stage that is added later can change that of the account. */
export class ApprovedCurrency extends Migration {
  override up(): void {
    this.addSql(`alter table "payout_requests" add column "approved_currency" text null`);
  }
}
