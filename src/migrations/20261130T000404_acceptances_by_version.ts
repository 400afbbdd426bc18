import { Migration } from "@mikro-orm/migrations";

/** Acceptances by version. */
export class AcceptancesByVersion extends Migration {
  override up(): void {
    this.addSql(
      `create index "agreement_acceptances_version_id_id_index" on "agreement_acceptances" ("version_id", "id")`,
    );
  }
}
