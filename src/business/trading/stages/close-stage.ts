import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import type { NewAuditEvent } from "../../../platform/audit/record-event.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { assignToPeriods } from "../records/assign-stages.ts";
import { wholeStage } from "../records/derive-stages.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../../judgement/verdicts/apply-record-changes.ts";
import type { VerdictContext } from "../../judgement/verdicts/verdict-context.ts";
import type { Stage, StageOutcome } from "./stage.schema.ts";

export interface StageEnd {
  endedAt: Date;
  outcome: StageOutcome | null;
  reason: string;
}

/**
 * Sets the end and the outcome of a stage. Records at later times no longer belong to it.
 * @param em a transaction that has locked the account
 * @returns the event for the audit log
 */
export async function closeStage(
  context: VerdictContext,
  em: Em,
  accountId: number,
  stage: Stage,
  { endedAt, outcome, reason }: StageEnd,
): Promise<NewAuditEvent> {
  const kysely = kyselyOf(em);
  await kysely
    .updateTable("stages")
    .set({ ended_at: endedAt.toISOString(), outcome })
    .where("account_id", "=", accountId)
    .where("id", "=", stage.id)
    .execute();
  if (stage.endedAt?.getTime() !== endedAt.getTime()) {
    await assignToPeriods(kysely, accountId);
    const stages = await readStages(kysely, [accountId]);
    const changed = stages.filter(({ id }) => id === stage.id).map(wholeStage);
    await applyRecordChanges(context, em, changed, {
      kind: "rules",
      id: stage.rulesVersionId,
      message: `The end of the stage was set to ${endedAt.toISOString()}: ${reason}`,
    });
  }
  const before = { endedAt: stage.endedAt?.toISOString() ?? null, outcome: stage.outcome };
  const after = { endedAt: endedAt.toISOString(), outcome };
  const changes = {
    stageId: { from: stage.id, to: stage.id },
    ...changesBetween(before, after),
  };
  return { action: "stage.ended", changes };
}
