import { Migration } from "@mikro-orm/migrations";

/** The audit log, append-only and hash-chained, and the keys of repeated payout requests. */
export class Audit extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_events" ("id" bigint not null, "chain" smallint not null, "position" bigint not null, "at" timestamptz(3) not null, "actor_kind" text not null, "actor_id" int null, "actor_name" text null, "address" text null, "request_id" text null, "action" text not null, "trader_id" int null, "trader_name" text null, "payout_id" int null, "changes" jsonb not null, "reason" text null, "previous_hash" bytea not null, "hash" bytea not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "audit_events" add constraint "audit_events_chain_position_unique" unique ("chain", "position")`,
    );
    this.addSql(
      `create index "audit_events_trader_id_id_index" on "audit_events" ("trader_id", "id")`,
    );
    this.addSql(
      `create index "audit_events_payout_id_id_index" on "audit_events" ("payout_id", "id")`,
    );
    this.addSql(`create index "audit_events_action_id_index" on "audit_events" ("action", "id")`);
    this.addSql(
      `alter table "audit_events" add constraint "audit_events_actor_kind_check" check ("actor_kind" in ('trader', 'administrator', 'visitor', 'system'))`,
    );
    this.addSql(`create sequence audit_events_id_seq owned by audit_events.id`);

    // Sixteen chains, so that writers for different traders rarely block each other; all events of
    // one trader are in one chain. The lock is held until the commit, so a transaction writes its
    // event last.
    this.addSql(`
      create function audit_events_link() returns trigger language plpgsql as $$
      declare
        last record;
      begin
        new.chain := coalesce(new.trader_id, 0) % 16;
        perform pg_advisory_xact_lock(7310005, new.chain);
        select position, hash into last from audit_events
          where chain = new.chain order by position desc limit 1;
        new.id := nextval('audit_events_id_seq');
        new.position := coalesce(last.position, 0) + 1;
        new.previous_hash := coalesce(last.hash, '');
        new.hash := sha256(new.previous_hash || convert_to(jsonb_build_array(
          new.id, new.chain, new.position, (extract(epoch from new.at) * 1000)::bigint,
          new.actor_kind, new.actor_id, new.actor_name, new.address, new.request_id, new.action,
          new.trader_id, new.trader_name, new.payout_id, new.changes, new.reason
        )::text, 'UTF8'));
        return new;
      end $$`);
    this.addSql(
      `create trigger audit_events_link before insert on audit_events for each row execute function audit_events_link()`,
    );
    this.addSql(`
      create function audit_events_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(
      `create trigger audit_events_append_only before update or delete on audit_events for each row execute function audit_events_refuse()`,
    );
    this.addSql(
      `create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function audit_events_refuse()`,
    );

    this.addSql(
      `create table "idempotency_keys" ("trader_id" int not null, "key_hash" text not null, "body_hash" text not null, "payout_id" int null, "created_at" timestamptz(3) not null, primary key ("trader_id", "key_hash"))`,
    );
    this.addSql(
      `create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at")`,
    );
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_trader_id_foreign" foreign key ("trader_id") references "users" ("id") on update no action on delete cascade`,
    );
  }
}
