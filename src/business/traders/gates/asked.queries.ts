import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { AskedParts } from "./gate.schema.ts";

/**
 * Reads what the firm asks for and has of a trader: identity and pictures, agreements, orders, rules of conduct, and links to
 * other accounts that were confirmed.
 */
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
      exists (select from orders where user_id = ${traderId}) as orders,
      exists (select from trading_accounts account
        join conduct_findings on conduct_findings.account_id = account.id
        where account.user_id = ${traderId})
        or exists (select from trading_accounts account
          join stages on stages.account_id = account.id and stages.ended_at is null
          join rule_versions on rule_versions.id = stages.rules_version_id
          where account.user_id = ${traderId}
            and jsonb_array_length(rule_versions.rules -> 'conduct') > 0) as conduct,
      exists (select from link_decisions where decision = 'confirm'
        and snapshot -> 'userIds' @> to_jsonb(${traderId}::int)) as links`.execute(kysely);
  return rows[0]!;
}
