import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { invalidField, notFound } from "../../../platform/lib/errors.ts";
import { lockTraderAndRecord } from "../records/lock-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { closeStage } from "./close-stage.ts";
import type { endStageInput, Stage } from "./stage.schema.ts";
import { getStage } from "./stages.queries.ts";

/**
 * Ends a stage, or changes the end or outcome of one that has ended. Without a time, an open stage ends now.
 * @throws RefusalError if the stage does not exist, or if the end is not between its start and that of the
 * next stage
 */
export async function endStage(
  context: Context,
  actor: StaffActor,
  { id, endedAt, outcome, reason }: z.output<typeof endStageInput>,
): Promise<Stage> {
  const { kysely } = context.database;
  const { userId } = await getStage(kysely, id);
  await inTransaction(context.database, async (em) => {
    const { trader, account } = await lockTraderAndRecord(em, userId);
    const before = await getStage(kyselyOf(em), id);
    const end = endedAt ?? before.endedAt ?? context.clock.now();
    const stages = await readStages(kyselyOf(em), [account.id]);
    requirePossibleEnd(stages, id, end);
    const event = await closeStage(context, em, account.id, before, {
      endedAt: end,
      outcome: outcome ?? before.outcome,
      reason,
    });
    await recordEvent(context, em, actor, { ...event, trader, reason });
  });
  return getStage(kysely, id);
}

function requirePossibleEnd(stages: RecordStage[], id: number, end: Date): void {
  const index = stages.findIndex((stage) => stage.id === id);
  if (index === -1) throw notFound("Stage");
  const next = stages[index + 1];
  if (end.getTime() < stages[index]!.startedAt) {
    throw invalidField("endedAt", "A stage cannot end before it starts");
  }
  if (next && end.getTime() > next.startedAt) {
    throw invalidField("endedAt", "A stage must end before the next one starts");
  }
}
