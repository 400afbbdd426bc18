import { Migration } from "@mikro-orm/migrations";

/** Where traders are to be paid, saved to be chosen when they request a payout. */
export class SavedPayoutDetails extends Migration {
  override up(): void {
    this.addSql(
      `create table "saved_details" ("user_id" int not null, "payment_method" text not null, "sealed_details" text not null, "saved_at" timestamptz(3) not null, primary key ("user_id", "payment_method"))`,
    );
    this.addSql(
      `alter table "saved_details" add constraint "saved_details_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "saved_details" add constraint "saved_details_payment_method_check" check ("payment_method" in ('bank', 'paypal', 'crypto', 'skrill'))`,
    );
  }
}
