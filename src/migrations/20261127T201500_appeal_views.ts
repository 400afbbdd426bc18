import { Migration } from "@mikro-orm/migrations";

/** Allows saved views of the table of appeals. */
export class AppealViews extends Migration {
  override up(): void {
    this.addSql(`alter table "saved_views" drop constraint "saved_views_list_check"`);
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_list_check" check ("list" in ('users', 'payouts', 'actions', 'appeals', 'audit'))`,
    );
  }
}
