import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { AskedParts } from "./gate.schema.ts";

/** Reads what the firm asks for and has of a trader: identity and pictures, agreements, orders. */
export async function readAskedParts(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<AskedParts> {
  const { rows } = await sql<AskedParts>`
    select
      exists (select from gate_settings where (funded_step ->> 'identity')::boolean
        or (payout_approval ->> 'identity')::boolean or (trading ->> 'identity')::boolean)
        or exists (select from identities where user_id = ${traderId}) as identity,
      coalesce((select to_json(pictures) from identity_settings), '[]') as pictures,
      exists (select from agreements where archived_at is null)
        or exists (select from agreement_acceptances where user_id = ${traderId}) as agreements,
      exists (select from orders where user_id = ${traderId}) as orders`.execute(kysely);
  return rows[0]!;
}
