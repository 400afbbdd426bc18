import { Migration } from "@mikro-orm/migrations";

/** The currency of the amount above which a second approval is needed. */
export class ApprovalCurrency extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payout_settings" add column "second_approval_currency" text not null default 'USD'`,
    );
  }
}
