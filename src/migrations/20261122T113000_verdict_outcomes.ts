import { Migration } from "@mikro-orm/migrations";

/** Finds the few open stages whose verdict is not in progress. */
export class VerdictOutcomes extends Migration {
  override up(): void {
    this.addSql(`create index "current_verdicts_outcome_index"
      on "current_verdicts" ("outcome", "account_id")
      where is_open and outcome <> 'in_progress'`);
  }
}
