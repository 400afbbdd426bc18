import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { IdentityStatus } from "./identity.rule.ts";

/**
 * The status of a row of `identities` at a time: an approval whose end has passed is `expired`.
 * @param identities the SQL name of the row
 */
export const statusOfIdentity = (now: Date, identities = "identities") =>
  sql<IdentityStatus>`case when ${sql.ref(`${identities}.status`)} = 'approved'
    and ${sql.ref(`${identities}.expires_at`)} <= ${now.toISOString()}::timestamptz
    then 'expired' else ${sql.ref(`${identities}.status`)} end`;

/**
 * The status of a trader's identity at a time, which is that of the latest attempt; `none` without one.
 * @param userId the SQL of the trader's id, such as `sql.ref("users.id")`
 */
export const identityStatusOf = (userId: RawBuilder<unknown>, now: Date) =>
  sql<IdentityStatus>`coalesce((select ${statusOfIdentity(now, "latest")}
    from identities as latest where latest.user_id = ${userId}
    order by latest.id desc limit 1), 'none')`;

/** Reads the status of the identities of traders at a time. Every trader has an entry. */
export async function readIdentityStatuses(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, IdentityStatus>> {
  const { rows } = await sql<{ userId: number; status: IdentityStatus }>`
    select wanted.id as "userId", ${identityStatusOf(sql.ref("wanted.id"), now)} as status
    from unnest(${userIds}::int[]) as wanted (id)`.execute(kysely);
  return new Map(rows.map(({ userId, status }) => [userId, status]));
}
