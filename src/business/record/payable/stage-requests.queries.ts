import { type Kysely, sql } from "kysely";
import { lastApprovalOf } from "../../../identity/decisions/decisions.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { Approval } from "../../rulebook/statement/statement.rule.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";

/** A pending or approved request of a stage. */
export interface StageRequest {
  id: number;
  /** Cents; 0 for a request in another currency than the stage, whose amount cannot be compared. */
  amount: bigint;
  /** When it was last approved, in milliseconds since 1970 UTC; `null` while it is pending. */
  approvedAt: number | null;
  /** The trader's share in percent of the readiness with which it was requested; `null` if it is unknown. */
  share: string | null;
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
    share: string | null;
  }>`
    select id, stage_id as "stageId", amount, currency, readiness ->> 'share' as share,
      case when status = 'approved'
        then coalesce(${lastApprovalOf("payout_requests.id")}, created_at) end as "approvedAt"
    from payout_requests
    where user_id = any(${wanted.map(({ userId }) => userId)})
      and stage_id = any(${[...currencies.keys()]}) and status in ('pending', 'approved')`.execute(
    kysely,
  );
  const requests = rows.map(({ id, stageId, amount, currency, approvedAt, share }) => ({
    stageId,
    request: {
      id,
      share,
      amount: currency === currencies.get(stageId) ? storedCents(amount) : 0n,
      approvedAt: approvedAt === null ? null : Date.parse(approvedAt),
    },
  }));
  const byStage = Map.groupBy(requests, ({ stageId }) => stageId);
  return new Map(Array.from(byStage, ([id, placed]) => [id, placed.map(({ request }) => request)]));
}

/**
 * Returns the approvals that stand, oldest first.
 * @param exceptId a request that is left out, because the readiness is compared with it
 */
export function approvalsOf(
  requests: readonly StageRequest[],
  exceptId: number | null = null,
): Approval[] {
  return requests
    .flatMap(({ id, amount, share, approvedAt }) =>
      id === exceptId || approvedAt === null
        ? []
        : [{ payoutId: id, amount, share, at: approvedAt }],
    )
    .toSorted((a, b) => a.at - b.at || a.payoutId - b.payoutId);
}

/** Sums the pending and approved requests, in cents. */
export function requestedOf(requests: readonly StageRequest[]): bigint {
  return requests.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Sums the pending requests, in cents. */
export function pendingOf(requests: readonly StageRequest[]): bigint {
  return requestedOf(requests.filter(({ approvedAt }) => approvedAt === null));
}
