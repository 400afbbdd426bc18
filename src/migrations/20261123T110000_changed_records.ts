import { Migration } from "@mikro-orm/migrations";

/** When the records of a stage last changed; a live stream that opens soon afterwards begins with a change event. */
export class ChangedRecords extends Migration {
  override up(): void {
    this.addSql(
      `alter table "stage_progress" add column "changed_at" timestamptz(3) not null default now()`,
    );
  }
}
