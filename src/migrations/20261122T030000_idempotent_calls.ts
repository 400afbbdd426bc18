import { Migration } from "@mikro-orm/migrations";

/**
 * Calls that were made with an `Idempotency-Key`, with their encrypted responses. This table replaces
 * `idempotency_keys`, which stays for one release, because the previous release still writes to it during
 * a rolling upgrade.
 */
export class IdempotentCalls extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotent_calls" (
        "id" bigint generated always as identity primary key,
        "actor_kind" text not null,
        "actor_id" int not null,
        "operation" text not null,
        "key_hash" text not null,
        "input_hash" text not null,
        "answer" text null,
        "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "idempotent_calls" add constraint "idempotent_calls_key_unique" unique ("actor_kind", "actor_id", "operation", "key_hash")`,
    );
    this.addSql(
      `alter table "idempotent_calls" add constraint "idempotent_calls_actor_kind_check" check ("actor_kind" in ('trader', 'administrator'))`,
    );
    this.addSql(
      `create index "idempotent_calls_created_at_index" on "idempotent_calls" ("created_at")`,
    );
  }
}
