import { Migration } from "@mikro-orm/migrations";

/**
 * Steps that a gate holds back, and for which stage and login of an account the gate of trading was asked: stages that
 * already trade count as asked. An action of a gate has a cause without an id.
 */
export class WaitingSteps extends Migration {
  override up(): void {
    this.addSql(
      `create table "waiting_steps" ("user_id" int not null, "review_id" int not null, "stage_id" int not null, "programme_version_id" int not null, "step" int not null, "login" text null, "server" text null, "master_password" text null, "sets" text[] not null, "created_at" timestamptz(3) not null, primary key ("user_id"))`,
    );
    this.addSql(
      `create table "trading_checks" ("user_id" int not null, "stage_id" int not null, "login" text not null, primary key ("user_id"))`,
    );
    for (const table of ["waiting_steps", "trading_checks"]) {
      this.addSql(
        `alter table "${table}" add constraint "${table}_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
      );
    }
    this.addSql(`insert into trading_checks (user_id, stage_id, login)
      select user_id, stages.id, trading_accounts.login
      from stages join trading_accounts on trading_accounts.id = stages.account_id
      where stages.ended_at is null and trading_accounts.login is not null`);
    this.addSql(`alter table "actions" drop constraint "actions_cause_check"`);
    this.addSql(`alter table "actions" add constraint "actions_cause_check" check
      ((cause_kind in ('person', 'gate')) = (cause_id is null)
        and (event is null or cause_kind not in ('person', 'gate'))) not valid`);
    this.addSql(`alter table "actions" validate constraint "actions_cause_check"`);
    this.addSql(`alter table "actions" drop constraint "actions_cause_kind_check"`);
    this.addSql(`alter table "actions" add constraint "actions_cause_kind_check" check
      (cause_kind in ('review', 'payment', 'stage', 'order', 'person', 'gate')) not valid`);
    this.addSql(`alter table "actions" validate constraint "actions_cause_kind_check"`);
  }
}
