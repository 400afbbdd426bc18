import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { newestVersionOf } from "../agreements/acceptances.queries.ts";
import { identityStatusOf } from "../identity/identity-status.queries.ts";
import { type Gate, gateRefusal } from "./gate.rule.ts";

declare module "../../../platform/errors.ts" {
  interface RefusalReasons {
    /** A gate holds it back until the trader has done their part. */
    gate: true;
  }
  interface RefusalDetails {
    /** What a gate waits for: `identity`, `agreement:7`. */
    missing?: string[];
  }
}

const columns: Record<Gate, RawBuilder<unknown>> = {
  fundedStep: sql`gate_settings.funded_step`,
  payoutApproval: sql`gate_settings.payout_approval`,
  trading: sql`gate_settings.trading`,
};

/** Returns the condition that a gate asks for an identity that a trader has not proved. `gate_settings` is joined. */
export const lacksIdentity = (gate: Gate, userId: RawBuilder<unknown>, now: Date) => sql<boolean>`
  (coalesce((${columns[gate]} ->> 'identity')::boolean, false)
    and ${identityStatusOf(userId, now)} <> 'approved')`;

/** Selects `id` and `since` of the agreements of a gate whose newest version a trader has not accepted. */
export const lackedAgreements = (gate: Gate, userId: RawBuilder<unknown>) => sql`
  select agreements.id, newest.created_at as since
  from jsonb_array_elements_text(${columns[gate]} -> 'agreements') as asked (id)
  join agreements on agreements.id = asked.id::int and agreements.archived_at is null
  join lateral (${newestVersionOf}) as newest on true
  where not exists (
    select from agreement_acceptances as acceptance
    where acceptance.user_id = ${userId} and acceptance.version_id = newest.id)`;

/**
 * Reads what a gate waits for: `identity`, `agreement:7`. Traders without anything missing have no entry.
 */
export async function readMissing(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  gate: Gate,
  now: Date,
): Promise<Map<number, string[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: number; missing: string[] }>`
    select * from (
      select trader.id as "userId",
        array_remove(array[case when ${lacksIdentity(gate, sql`trader.id`, now)}
          then 'identity' end], null)
        || array(select 'agreement:' || id from (${lackedAgreements(gate, sql`trader.id`)}) as lacked
          order by id) as missing
      from unnest(${userIds}::int[]) as trader (id), gate_settings) as each
    where missing <> '{}'`.execute(kysely);
  return new Map(rows.map(({ userId, missing }) => [userId, missing]));
}

/** @throws RefusalError with what is missing, if the gate holds back the trader */
export async function requireOpenGate(
  kysely: Kysely<Tables>,
  userId: number,
  gate: Gate,
  now: Date,
): Promise<void> {
  const missing = (await readMissing(kysely, [userId], gate, now)).get(userId);
  if (!missing) return;
  throw new RefusalError("conflict", gateRefusal(gate, missing), { reason: "gate", missing });
}
