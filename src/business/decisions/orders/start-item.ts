import type { AuditActor, NewAuditEvent } from "../../../identity/audit/record-event.ts";
import { hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { enforceOrder } from "../../record/actions/enforce-orders.ts";
import { requestPlatformAccount } from "../../record/actions/platform-accounts.ts";
import type { LockedAccount } from "../../record/records/recorded-account.ts";
import { readStages } from "../../record/records/record-stages.queries.ts";
import { closeStage } from "../../record/stages/end-stage.ts";
import { openStage } from "../../record/stages/start-stage.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import { setAccount } from "../../traders/accounts/change-account.ts";
import type { OfferedVersion } from "../programmes/programmes.queries.ts";

export type OrderAuditEvent = NewAuditEvent & { actor: AuditActor };

/** A step of a programme that an item starts. */
export interface StartedStep {
  offered: OfferedVersion;
  step: number;
  initialBalance: string;
}

interface Starting extends StartedStep {
  actor: AuditActor;
  trader: Trader;
  account: LockedAccount;
  orderId: number;
  /** The open stage that the item resets. */
  resetStageId: number | null;
}

/**
 * Starts the stage that an item is about. Credentials that an earlier stage had are emptied, because the platform's
 * account for this one is another.
 * @returns the id of the stage, and the events for the audit log
 */
export async function startItem(
  context: Context,
  transaction: Transaction,
  { actor, trader, account, orderId, resetStageId, offered, step, initialBalance }: Starting,
): Promise<{ stageId: number; events: OrderAuditEvent[] }> {
  const kysely = kyselyOf(transaction);
  // Only a login can be one that an earlier stage had.
  const earlier = account.login === null ? [] : await readStages(kysely, [account.id]);
  const reset =
    resetStageId === null
      ? []
      : await endReset(context, transaction, { actor, trader, account, orderId, resetStageId });
  const { phase, rulesVersionId, payoutEnabled, platform } = offered.steps[step - 1]!;
  const fields = { status: "active" as const, payoutEnabled };
  const changes = await setAccount(transaction, trader, fields);
  // Before the stage starts, because the verdict on earlier records may open a review, which changes the status.
  await transaction.flush();
  const { stageId, events } = await openStage(context, transaction, account, {
    phase,
    initialBalance,
    currency: offered.currency,
    rulesVersionId,
    startedAt: context.clock.now(),
    programme: { ...offered, step },
  });
  const isUsed = earlier.some(({ login }) => login === account.login);
  const emptied = isUsed
    ? await setAccount(transaction, trader, { login: null, server: null, masterPassword: null })
    : {};
  await transaction.flush();
  const requested = await requestPlatformAccount(context, transaction, {
    trader,
    accountId: account.id,
    stageId,
    phase,
    platform,
    login: null,
  });
  const all = { ...changes, ...emptied, ...requested.changes };
  const updated: NewAuditEvent[] = hasChanges(all)
    ? [{ action: "account.updated", changes: all }]
    : [];
  const by = { actor, trader };
  return {
    stageId,
    events: [
      ...reset,
      ...[...updated, ...events].map((event) => ({ ...event, ...by })),
      ...requested.events,
    ],
  };
}

/** Ends the open stage as abandoned, and asks for its positions to be closed. */
async function endReset(
  context: Context,
  transaction: Transaction,
  about: Pick<Starting, "actor" | "trader" | "account" | "orderId"> & { resetStageId: number },
): Promise<OrderAuditEvent[]> {
  const { actor, trader, account, orderId, resetStageId } = about;
  const stage = await getStage(kyselyOf(transaction), resetStageId);
  const reason = `Order #${orderId} has reset the stage`;
  const ended = await closeStage(context, transaction, account.id, stage, {
    endedAt: context.clock.now(),
    outcome: "abandoned",
    reason,
  });
  const requested = await enforceOrder(context, transaction, {
    kind: "stageReset",
    orderId,
    stageId: resetStageId,
    login: account.login,
    trader,
    accountId: account.id,
    reason,
  });
  return [{ ...ended, actor, trader, reason }, ...requested];
}
