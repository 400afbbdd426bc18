import { type RawBuilder, sql } from "kysely";
import { DEFAULT_APPEAL_DAYS } from "./appeal.rule.ts";

const days = sql`coalesce((select days from appeal_settings), ${sql.lit(DEFAULT_APPEAL_DAYS)})`;

/**
 * Whether a confirmed breach of an account's last stage can still be appealed against.
 * @param accountId the SQL of the account's id, such as `sql.ref("account.id")`
 */
export const hasAppealableBreach = (accountId: RawBuilder<unknown>, now: Date) => sql<boolean>`
  (${days} > 0 and exists (
    select from reviews
    where reviews.account_id = ${accountId} and reviews.kind = 'breach'
      and reviews.decision = 'confirm'
      and reviews.decided_at >= ${now.toISOString()}::timestamptz - make_interval(hours => 24 * ${days})
      and reviews.stage_id = (
        select last.id from stages as last where last.account_id = ${accountId}
        order by last.ended_at is null desc, last.started_at desc, last.id desc limit 1)
      and not exists (
        select from appeals where subject_kind = 'review' and subject_id = reviews.id)))`;
