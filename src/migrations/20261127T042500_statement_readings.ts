import { Migration } from "@mikro-orm/migrations";

/**
 * Why a statement was read in its time zone, and its balance operations with a financing comment. The zones of earlier
 * statements count as chosen, because every import named one.
 */
export class StatementReadings extends Migration {
  override up(): void {
    this.addSql(`alter table "statements"
      add column "time_zone_source" text not null default 'chosen',
      add column "financing" jsonb`);
  }
}
