import { Migration } from "@mikro-orm/migrations";

/** Sources remember when and why their last message was refused. */
export class RefusedMessages extends Migration {
  override up(): void {
    this.addSql(
      `alter table "sources" add "last_refused_at" timestamptz(3) null, add "last_refusal" text null`,
    );
    this.addSql(
      `alter table "sources" add constraint "sources_refused_check" check ((last_refused_at is null) = (last_refusal is null))`,
    );
  }
}
