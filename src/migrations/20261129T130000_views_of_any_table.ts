import { Migration } from "@mikro-orm/migrations";

/**
 * Lets views be saved of any table: the database no longer lists their names, so a new table needs no migration. The
 * previous release, which knows fewer, reads and writes only views of its own tables.
 */
export class ViewsOfAnyTable extends Migration {
  override up(): void {
    this.addSql(`alter table "saved_views" drop constraint if exists "saved_views_list_check"`);
  }
}
