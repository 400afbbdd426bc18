import { type Kysely, sql } from "kysely";
import { lastApprovalOf } from "../../../identity/decisions/decisions.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { RecordStage } from "../../record/records/record-stages.queries.ts";
import type { ReadinessFacts } from "./readiness.rule.ts";

/** A pending or approved request of a stage. */
export interface StageRequest {
  id: number;
  /** Cents; 0 for a request in another currency than the stage, whose amount cannot be compared. */
  amount: bigint;
  /** When it was last approved, in milliseconds since 1970 UTC; `null` while it is pending. */
  approvedAt: number | null;
}

/** Stages with their traders. */
export interface StageOfTrader {
  userId: number;
  stage: Pick<RecordStage, "id" | "currency">;
}

/**
 * Reads the pending and approved requests of stages, by stage id: those that were made in the stage, whenever they were
 * approved. Everything that is said to be requested or approved in a stage counts these.
 */
export async function readStageRequests(
  kysely: Kysely<Tables>,
  wanted: readonly StageOfTrader[],
): Promise<Map<number, StageRequest[]>> {
  if (wanted.length === 0) return new Map();
  const currencies = new Map(wanted.map(({ stage }) => [stage.id, stage.currency]));
  const { rows } = await sql<{
    id: number;
    stageId: number;
    amount: string;
    currency: string;
    approvedAt: string | null;
  }>`
    select id, stage_id as "stageId", amount, currency,
      case when status = 'approved'
        then coalesce(${lastApprovalOf("payout_requests.id")}, created_at) end as "approvedAt"
    from payout_requests
    where user_id = any(${wanted.map(({ userId }) => userId)})
      and stage_id = any(${[...currencies.keys()]}) and status in ('pending', 'approved')`.execute(
    kysely,
  );
  const requests = rows.map(({ id, stageId, amount, currency, approvedAt }) => ({
    stageId,
    request: {
      id,
      amount: currency === currencies.get(stageId) ? storedCents(amount) : 0n,
      approvedAt: approvedAt === null ? null : Date.parse(approvedAt),
    },
  }));
  const byStage = Map.groupBy(requests, ({ stageId }) => stageId);
  return new Map(Array.from(byStage, ([id, placed]) => [id, placed.map(({ request }) => request)]));
}

/** @param exceptId a request that is left out, because the readiness is compared with it */
export function approvedOf(
  requests: readonly StageRequest[],
  exceptId: number | null,
): ReadinessFacts["approved"] {
  const approved = requests.flatMap(({ id, amount, approvedAt }) =>
    id === exceptId || approvedAt === null ? [] : [{ amount, at: approvedAt }],
  );
  return {
    total: approved.reduce((sum, { amount }) => sum + amount, 0n),
    lastAt: approved.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
  };
}

/** Sums the pending and approved requests, in cents. */
export function requestedOf(requests: readonly StageRequest[]): bigint {
  return requests.reduce((sum, { amount }) => sum + amount, 0n);
}
