import { Migration } from "@mikro-orm/migrations";

/**
 * API tokens, and the actor kind `token` of audit events and idempotent calls. The previous release neither reads the
 * table nor writes this kind.
 */
export class ApiTokens extends Migration {
  override up(): void {
    this.addSql(
      `create table "api_tokens" ("id" serial primary key, "label" text not null, "token_hash" text not null, "scopes" text[] not null, "created_at" timestamptz(3) not null, "created_by" text not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(`alter table "audit_events" drop constraint "audit_events_actor_kind_check"`);
    this.addSql(
      `alter table "audit_events" add constraint "audit_events_actor_kind_check" check ("actor_kind" in ('trader', 'administrator', 'token', 'visitor', 'system'))`,
    );
    this.addSql(
      `alter table "idempotent_calls" drop constraint "idempotent_calls_actor_kind_check"`,
    );
    this.addSql(
      `alter table "idempotent_calls" add constraint "idempotent_calls_actor_kind_check" check ("actor_kind" in ('trader', 'administrator', 'token'))`,
    );
  }
}
