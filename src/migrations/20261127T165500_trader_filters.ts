import { Migration } from "@mikro-orm/migrations";

/** Indexes for the filters of traders by country and ban. Of long texts, the index contains the first 200 characters. */
export class TraderFilters extends Migration {
  override up(): void {
    this.addSql(
      `create index "users_country_index" on "users" (left(country, 200), id) where country is not null`,
    );
    this.addSql(`create index "users_banned_index" on "users" (id) where banned`);
  }
}
