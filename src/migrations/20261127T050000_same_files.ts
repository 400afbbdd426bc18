import { Migration } from "@mikro-orm/migrations";

/** Finds the statements with the same bytes of other traders. */
export class SameFiles extends Migration {
  override up(): void {
    this.addSql(
      `create index "statements_sha256_index" on "statements" ("sha256") where withdrawn_at is null`,
    );
  }
}
