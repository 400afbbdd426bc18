import { Migration } from "@mikro-orm/migrations";

/** Who answers for an event of the audit log: its administrator, or the one who created the API token. */
const administratorOf = `case actor_kind when 'administrator' then actor_id
  when 'token' then (select created_by_id from api_tokens where api_tokens.id = actor_id) end`;

const columns = `user_id, subject_kind, subject_id, step, actor_kind, administrator_id, token_id, name, at, reason`;

const actor = `actor_kind, ${administratorOf}, case actor_kind when 'token' then actor_id end,
  coalesce(actor_name, ''), audit_events.at, audit_events.reason`;

/**
 * Stores decisions as rows, which the audit log was searched for, and the last time that the limit of second approvals
 * was raised. The facts of earlier decisions are not known. During a rolling upgrade, decisions that the previous release
 * makes are only in its audit log.
 */
export class Decisions extends Migration {
  override up(): void {
    this.addSql(
      `create table "decisions" ("id" int generated always as identity not null primary key, "user_id" int not null, "subject_kind" text not null, "subject_id" int not null, "step" text not null, "actor_kind" text not null, "administrator_id" int null, "token_id" int null, "name" text not null, "at" timestamptz(3) not null, "reason" text null, "facts_sha256" text null, "flags" jsonb null)`,
    );
    this.addSql(
      `alter table "decisions" add constraint "decisions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "decisions" add constraint "decisions_subject_kind_check" check ("subject_kind" in ('payout', 'review', 'appeal'))`,
    );
    this.addSql(
      `alter table "decisions" add constraint "decisions_step_check" check ("step" in ('approve-first', 'approve', 'reject', 'reopen', 'confirm', 'dismiss', 'grant', 'deny'))`,
    );
    this.addSql(
      `alter table "decisions" add constraint "decisions_actor_kind_check" check ("actor_kind" in ('administrator', 'token'))`,
    );
    this.addSql(
      `create index "decisions_subject_kind_subject_id_id_index" on "decisions" ("subject_kind", "subject_id", "id")`,
    );
    this.addSql(`create index "decisions_user_id_id_index" on "decisions" ("user_id", "id")`);
    this.#readEarlier();
    this.#datesOfLedger();
    this.addSql(
      `alter table "payout_settings" add "raised_from" numeric(14,2) null, add "raised_to" numeric(14,2) null, add "raised_at" timestamptz(3) null, add "raised_by" text null`,
    );
  }

  #readEarlier(): void {
    this.addSql(
      `insert into decisions (${columns})
       select request.user_id, 'payout', request.id,
         case when action = 'payout.approved-first' then 'approve-first'
           when action = 'appeal.granted' then 'reopen'
           when changes -> 'status' ->> 'to' = 'approved' then 'approve' else 'reject' end, ${actor}
       from audit_events join payout_requests as request on request.id = audit_events.payout_id
       where action in ('payout.approved-first', 'payout.approved', 'payout.rejected', 'payout.reversed', 'appeal.granted')
         and actor_kind in ('administrator', 'token')
       order by audit_events.id`,
    );
    // An event of a review names its stage, so that of several reviews of a stage it is the one of the same time.
    this.addSql(
      `insert into decisions (${columns})
       select account.user_id, 'review', reviews.id, reviews.decision,
         coalesce(event.actor_kind, 'administrator'), event.administrator_id, event.token_id,
         reviews.decided_by, reviews.decided_at, reviews.reason
       from reviews join trading_accounts as account on account.id = reviews.account_id
       left join lateral (
         select actor_kind, ${administratorOf} as administrator_id,
           case actor_kind when 'token' then actor_id end as token_id
         from audit_events
         where trader_id = account.user_id and action in ('review.confirmed', 'review.dismissed')
           and actor_kind in ('administrator', 'token') and at >= reviews.decided_at
           and changes -> 'stageId' -> 'to' = to_jsonb(reviews.stage_id)
           and changes -> 'kind' ->> 'to' = reviews.kind
         order by audit_events.id limit 1) as event on true
       where reviews.decision is not null
       order by reviews.decided_at, reviews.id`,
    );
    this.addSql(
      `insert into decisions (${columns})
       select appeals.user_id, 'appeal', appeals.id, appeals.decision,
         'administrator', event.administrator_id, null, appeals.decided_by, appeals.decided_at, appeals.reason
       from appeals
       left join lateral (
         select actor_id as administrator_id from audit_events
         where trader_id = appeals.user_id and action in ('appeal.granted', 'appeal.denied')
           and actor_kind = 'administrator' and changes -> 'appealId' -> 'to' = to_jsonb(appeals.id)
         order by audit_events.id desc limit 1) as event on true
       where appeals.decision is not null
       order by appeals.decided_at, appeals.id`,
    );
  }

  #datesOfLedger(): void {
    this.addSql(
      `do $$ begin execute regexp_replace(pg_get_functiondef('users_keep_ledger()'::regprocedure),
         'select max\\(at\\) from audit_events where payout_id = payout_requests.id\\s+and action in \\(''payout.approved'', ''payout.reversed''\\)',
         'select max(at) from decisions where subject_kind = ''payout'' and subject_id = payout_requests.id and step = ''approve'''); end $$`,
    );
  }
}
