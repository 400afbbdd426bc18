import { sql } from "kysely";

/** The statement's records do not count until an administrator confirms it. */
export const isHeld = sql<boolean>`(statements.needs_confirmation
  and statements.confirmed_at is null and statements.withdrawn_at is null)`;

/** The statement contradicts other records of a stage that has not ended. */
export const isConflicting = sql<boolean>`((statements.counts ->> 'conflicts')::int > 0
  and statements.withdrawn_at is null
  and exists (select from stages where stages.account_id = statements.account_id
    and stages.id = statements.stage_id and stages.ended_at is null))`;
