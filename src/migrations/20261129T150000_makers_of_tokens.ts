import { Migration } from "@mikro-orm/migrations";

/**
 * Tokens know who answers for them, which until now only the audit log did, and sessions whether a second factor opened
 * them. The previous release leaves both columns empty: what it creates during a rolling upgrade is revoked by hand.
 */
export class MakersOfTokens extends Migration {
  override up(): void {
    this.addSql(`alter table "api_tokens" add "created_by_id" int null`);
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_created_by_id_fkey" foreign key ("created_by_id") references "admins" ("id") on update no action on delete no action`,
    );
    this.addSql(`create index "api_tokens_created_by_id_index" on "api_tokens" ("created_by_id")`);
    this.addSql(`update api_tokens set created_by_id = admins.id
      from audit_events as created join admins on admins.id = created.actor_id
      where created.action = 'token.created' and created.actor_kind = 'administrator'
        and created.changes -> 'tokenId' -> 'to' = to_jsonb(api_tokens.id)`);
    this.addSql(`alter table "sessions" add "second_factor" boolean not null default false`);
  }
}
