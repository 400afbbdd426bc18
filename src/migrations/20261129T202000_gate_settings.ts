import { Migration } from "@mikro-orm/migrations";

/** What is held back until a trader has proved their identity or accepted agreements. */
export class GateSettings extends Migration {
  override up(): void {
    this.addSql(
      `create table "gate_settings" ("id" int not null, "funded_step" jsonb null, "payout_approval" jsonb null, "trading" jsonb null, "updated_at" timestamptz(3) not null, "updated_by" text not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "gate_settings" add constraint "gate_settings_id_check" check (id = 1)`,
    );
  }
}
