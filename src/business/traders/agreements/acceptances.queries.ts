import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

/** An agreement whose newest version a trader has not accepted. */
export interface UnacceptedAgreement {
  userId: number;
  agreementId: number;
  name: string;
  /** When the newest version was added. */
  since: Date;
}

/**
 * Reads which of the given agreements each trader has not accepted in their newest version, in the order of the ids.
 * Archived agreements are not asked for.
 */
export async function readUnaccepted(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  agreementIds: readonly number[],
): Promise<UnacceptedAgreement[]> {
  if (userIds.length === 0 || agreementIds.length === 0) return [];
  const { rows } = await sql<Omit<UnacceptedAgreement, "since"> & { since: string }>`
    select wanted.id as "userId", agreements.id as "agreementId", agreements.name,
      newest.created_at as since
    from unnest(${userIds}::int[]) as wanted (id)
    cross join agreements
    join lateral (${newestVersionOf}) as newest on true
    where agreements.id = any(${agreementIds}::int[]) and agreements.archived_at is null
      and not exists (select from agreement_acceptances as acceptance
        where acceptance.user_id = wanted.id and acceptance.version_id = newest.id)
    order by wanted.id, agreements.id`.execute(kysely);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** Selects the newest version of a row of `agreements`. */
export const newestVersionOf = sql`select version.id, version.created_at
  from agreement_versions as version
  where version.agreement_id = agreements.id order by version.version desc limit 1`;
