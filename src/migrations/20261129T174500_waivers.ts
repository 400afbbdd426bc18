import { Migration } from "@mikro-orm/migrations";

/**
 * A stage that keeps its login continues with the balance of the one before; earlier stages did not. A login finds the
 * ended stages that had it. A stage keeps the breaches that people have set aside. Those of dismissed reviews and of granted appeals are converted:
 * their stages are judged on, as soon as a record arrives or within a minute.
 */
export class Waivers extends Migration {
  override up(): void {
    this.addSql(
      `alter table "stages" add column "waivers" jsonb not null default '[]',
        add column "carried_login" text null, add column "carried_balance" numeric(30,2) null`,
    );
    this.addSql(`create index "stages_login_index" on "stages" ("login") where login is not null`);
    // The sentences stay, because the previous release recognises decided reviews by them.
    this.addSql(`
      update reviews set subjects = subjects || keys.list
      from (
        select id, array_agg(format('%s/%s/%s', rule[1], rule[2], split_part(subject, ' at ', 2))) as list
        from reviews cross join unnest(subjects) as subject
        cross join lateral regexp_matches(split_part(subject, ' at ', 1), '(\\w+) (\\d+)', 'g') as rule
        where kind = 'breach' group by id) as keys
      where reviews.id = keys.id`);
    this.addSql(`
      with set_aside as (
        select reviews.account_id, reviews.stage_id, subject,
          coalesce(appeals.reason, reviews.reason) as reason,
          coalesce(appeals.decided_at, reviews.decided_at) as at
        from reviews
        left join appeals on appeals.subject_kind = 'review' and appeals.subject_id = reviews.id
          and appeals.decision = 'grant'
        cross join unnest(reviews.subjects) as subject
        where subject like '% at %' and reviews.kind = 'breach' and (reviews.decision = 'dismiss' or appeals.id is not null)),
      broken as (
        select set_aside.account_id, set_aside.stage_id, reason, at,
          format('%s/%s/%s', rule[1], rule[2], split_part(subject, ' at ', 2)) as key
        from set_aside
        cross join lateral regexp_matches(split_part(subject, ' at ', 1), '(\\w+) (\\d+)', 'g') as rule
        join stages on stages.account_id = set_aside.account_id and stages.id = set_aside.stage_id
        join rule_versions on rule_versions.id = stages.rules_version_id
        where rules -> 'limits' -> rule[2]::int ->> 'kind' = rule[1]
          and rules -> 'limits' -> rule[2]::int ->> 'consequence' = 'fail'),
      once as (
        select distinct on (account_id, stage_id, key) * from broken
        order by account_id, stage_id, key, at),
      converted as (
        select account_id, stage_id, jsonb_agg(jsonb_build_object('key', key, 'reason', reason, 'at',
          to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by at, key) as waivers
        from once group by account_id, stage_id),
      updated as (
        update stages set waivers = converted.waivers from converted
        where stages.account_id = converted.account_id and stages.id = converted.stage_id)
      update current_verdicts set next_check_at = now() from converted
      where current_verdicts.account_id = converted.account_id
        and current_verdicts.stage_id = converted.stage_id and is_open`);
  }
}
