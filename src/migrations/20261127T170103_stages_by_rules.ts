import { Migration } from "@mikro-orm/migrations";

/** Finds the stages that are judged by a version of the rules, to count them in the list of rules. */
export class StagesByRules extends Migration {
  override up(): void {
    this.addSql(
      `create index "stages_rules_version_index" on "stages" ("rules_version_id") where rules_version_id is not null`,
    );
  }
}
