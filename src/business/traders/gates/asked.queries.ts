import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { AskedParts } from "./gate.schema.ts";

/** Reads whether the firm asks for identities, or has this trader's, whether it has agreements, and orders of theirs. */
export async function readAskedParts(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<AskedParts> {
  const { rows } = await sql<AskedParts>`
    select
      exists (select from gate_settings where (funded_step ->> 'identity')::boolean
        or (payout_approval ->> 'identity')::boolean or (trading ->> 'identity')::boolean)
        or exists (select from identities where user_id = ${traderId}) as identity,
      exists (select from agreements where archived_at is null)
        or exists (select from agreement_acceptances where user_id = ${traderId}) as agreements,
      exists (select from orders where user_id = ${traderId}) as orders`.execute(kysely);
  return rows[0]!;
}
