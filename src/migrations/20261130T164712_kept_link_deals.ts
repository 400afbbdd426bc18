import { Migration } from "@mikro-orm/migrations";

/**
 * The deals that a confirmed link was computed from are kept with the confirmation, and a case remembers traders who were
 * cleared before they left it.
 */
export class KeptLinkDeals extends Migration {
  override up(): void {
    this.addSql(
      `create table "link_deals" ("user_id" int not null, "decision_id" int not null, "stages" jsonb not null, primary key ("user_id", "decision_id"))`,
    );
    this.addSql(`create index "link_deals_decision_index" on "link_deals" ("decision_id")`);
    this.addSql(`alter table "link_cases" add "cleared_leavers" jsonb not null default '{}'`);
    this.addSql(
      `alter table "link_deals" add constraint "link_deals_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "link_deals" add constraint "link_deals_decision_id_foreign" foreign key ("decision_id") references "link_decisions" ("id") on update no action on delete cascade`,
    );
  }
}
