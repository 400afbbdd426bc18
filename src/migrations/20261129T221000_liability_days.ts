import { Migration } from "@mikro-orm/migrations";

/** The liability in each currency as the days of the firm ended. */
export class LiabilityDays extends Migration {
  override up(): void {
    this.addSql(
      `create table "liability_days" ("day" date not null, "currency" text not null, "computed_at" timestamptz(3) not null, "totals" jsonb not null, primary key ("day", "currency"))`,
    );
  }
}
