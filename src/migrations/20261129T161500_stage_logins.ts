import { Migration } from "@mikro-orm/migrations";

/**
 * A stage that has ended keeps the login and server that the account had then. Those of earlier stages are read from the
 * audit log: what the first change after the end replaced, or what the account still has.
 */
export class StageLogins extends Migration {
  override up(): void {
    this.addSql(`alter table "stages" add column "login" text null, add column "server" text null`);
    this.addSql(`update stages set login = kept.login, server = kept.server
      from (
        select ended.account_id, ended.id, ${keptOf("login")}, ${keptOf("server")}
        from stages ended join trading_accounts on trading_accounts.id = ended.account_id
        ${firstChangeOf("login")} ${firstChangeOf("server")}
        where ended.ended_at is not null) kept
      where stages.account_id = kept.account_id and stages.id = kept.id`);
  }
}

type Field = "login" | "server";

function keptOf(field: Field): string {
  return `case when ${field}_change.was is null then trading_accounts.${field}
    else ${field}_change.was #>> '{}' end as ${field}`;
}

/** `was` is JSON, so that a change from nothing differs from no change. */
function firstChangeOf(field: Field): string {
  return `left join lateral (
    select changes -> '${field}' -> 'from' as was from audit_events
    where trader_id = trading_accounts.user_id and action = 'account.updated'
      and at >= ended.ended_at and changes -> '${field}' is not null
    order by audit_events.id limit 1) ${field}_change on true`;
}
