import { Migration } from "@mikro-orm/migrations";

/** Allows saved views of the table of actions. */
export class ActionViews extends Migration {
  override up(): void {
    this.addSql(`alter table "saved_views" drop constraint "saved_views_list_check"`);
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_list_check" check ("list" in ('users', 'payouts', 'actions', 'audit'))`,
    );
  }
}
