import type { Transaction } from "../../../platform/database/orm.ts";
import { currentOf } from "../records/record-stages.queries.ts";
import { eventStage } from "./action-facts.queries.ts";
import type { AboutOrder } from "./consequences.rule.ts";
import { type About, enforce, type EnforceContext } from "./enforce.ts";
import type { EnforcementAuditEvent } from "./store-consequences.ts";

export interface OrderEvent extends About {
  kind: "moneyReturned" | "disputeWon" | "stageReset";
  orderId: number;
  /** The stage that the event is about; `null` for the account with its login. */
  stageId: number | null;
  /** Of the account. */
  login: string | null;
}

/** Proposes what the fate of an order asks of the trading platform, under every setting. */
export function enforceOrder(
  context: EnforceContext,
  transaction: Transaction,
  { kind, orderId, stageId, login, ...about }: OrderEvent,
): Promise<EnforcementAuditEvent[]> {
  return enforce(context, transaction, about, ({ stages }) => {
    const stage = stages.find(({ id }) => id === stageId);
    const subject: AboutOrder["stage"] = stage
      ? eventStage(stage, stages)
      : { id: currentOf(stages)?.id ?? null, login, isReused: false };
    return { kind, orderId, stage: subject };
  });
}
