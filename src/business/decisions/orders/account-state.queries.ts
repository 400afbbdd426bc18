import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { hasAppealableBreach } from "../appeals/appealable-breach.queries.ts";
import type { AccountState } from "./order-item.rule.ts";

/** The last stage of an account, which a reset starts again. */
export interface LastStage {
  id: number;
  isOpen: boolean;
  startedAt: string;
  currency: string;
  initialBalance: string;
  programmeVersionId: number | null;
  step: number | null;
}

interface StateRow extends Omit<AccountState, "isResettable"> {
  outcome: string | null;
  hasPayouts: boolean | null;
  stage: LastStage | null;
}

/** Reads what decides whether orders start on an account. @param account locked by the transaction */
export async function readAccountState(
  kysely: Kysely<Tables>,
  { userId, accountId }: { userId: number; accountId: number },
  now: Date,
): Promise<{ state: AccountState; last: LastStage | null }> {
  const { rows } = await sql<StateRow>`
    with last as (
      select id, ended_at, started_at, currency, initial_balance, programme_version_id,
        programme_step, outcome
      from stages where stages.account_id = ${accountId}
      order by ended_at is null desc, started_at desc, id desc limit 1)
    select
      exists (select from last where ended_at is null) as "hasOpenStage",
      exists (select from reviews where reviews.account_id = ${accountId} and decision is null)
        or exists (select from appeals where user_id = ${userId} and decision is null)
        as "isUnderReview",
      exists (select from waiting_steps where user_id = ${userId}) as "hasWaitingStep",
      exists (select from orders where user_id = ${userId} and frozen) as "isFrozen",
      ${hasAppealableBreach(sql`${accountId}::int`, now)} as "isAppealable",
      (select outcome from last) as outcome,
      (select (steps -> (last.programme_step - 1) ->> 'payoutEnabled')::boolean
        from last join programme_versions on programme_versions.id = last.programme_version_id
      ) as "hasPayouts",
      (select json_build_object('id', id, 'isOpen', ended_at is null, 'startedAt', started_at,
          'currency', currency, 'initialBalance', initial_balance::text,
          'programmeVersionId', programme_version_id, 'step', programme_step)
        from last) as stage`.execute(kysely);
  const { outcome, hasPayouts, stage, ...state } = rows[0]!;
  const isResettable = hasPayouts === false && outcome !== "passed";
  return { state: { ...state, isResettable }, last: stage };
}
