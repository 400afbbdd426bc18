import { Migration } from "@mikro-orm/migrations";

/**
 * What connectors to trading platforms need: which one serves a server, what each reports, and the server and the begin of
 * an action. Actions that can still be delivered get the server of their login.
 */
export class Connectors extends Migration {
  override up(): void {
    this.addSql(`create table "served_servers" ("server" text not null, "instance" text not null,
      "former" text[] not null, "since" timestamptz(3) not null, primary key ("server"))`);
    this.addSql(`create index "served_servers_instance_index" on "served_servers" ("instance")`);
    this.addSql(`create table "bridge_reports" ("token_id" int not null, "server" text not null,
      "report" jsonb not null, "reported_at" timestamptz(3) not null,
      "away_since" timestamptz(3) null, primary key ("token_id", "server"))`);
    this.addSql(`alter table "actions" add column "server" text null,
      add column "started_at" timestamptz(3) null`);
    this.addSql(`update actions set server = coalesce(
        (select stages.server from stages where stages.account_id = actions.account_id
          and stages.login = actions.login order by stages.id = actions.stage_id desc, stages.id desc limit 1),
        (select trading_accounts.server from trading_accounts
          where trading_accounts.id = actions.account_id and trading_accounts.login = actions.login))
      where status in ('proposed', 'pending', 'delivered', 'failed')`);
    this.addSql(`create index "trading_accounts_server_index" on "trading_accounts"
      using hash (lower(btrim(server, E' \\t\\n\\r')))`);
    this.addSql(`create index "stages_ended_at_index" on "stages" ("ended_at")
      where ended_at is not null`);
  }
}
