import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

/** Marks accounts whose trades changed, to be compared with the others; the mark is part of the transaction that changes them. */
export async function markChanged(
  kysely: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<void> {
  if (accountIds.length === 0) return;
  await sql`
    insert into changed_accounts (account_id, is_traded, changed_at)
    select id, true, clock_timestamp() from unnest(${[...accountIds]}::int[]) as id order by id
    on conflict (account_id) do update set changed_at = excluded.changed_at,
      is_traded = true`.execute(kysely);
}

/** Marks the accounts of traders who may share something now. */
export async function markTraders(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    insert into changed_accounts (account_id, is_traded, changed_at)
    select id, false, clock_timestamp() from trading_accounts
    where user_id = any(${[...userIds]}) order by id
    on conflict (account_id) do update set changed_at = excluded.changed_at`.execute(kysely);
}
