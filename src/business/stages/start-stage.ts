import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { invalidField, notFound, RefusalError } from "../../platform/lib/errors.ts";
import { assignToPeriods } from "../records/assign-stages.ts";
import { rebuildStages } from "../records/derive-stages.ts";
import { lockTraderAndRecord } from "../records/lock-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { insertStage } from "./insert-stage.ts";
import type { Stage, startStageInput } from "./stage.schema.ts";
import { getStage } from "./stages.queries.ts";

/**
 * Starts a stage and ends the one before. Records at times from its start on belong to the new stage.
 * @throws RefusalError if the trader or the version of the rules does not exist, if the open stage is not
 * the expected one, or if the start is not after that of the last stage
 */
export async function startStage(
  context: Context,
  actor: StaffActor,
  { userId, ...input }: z.output<typeof startStageInput>,
): Promise<Stage> {
  const id = await inTransaction(context.database, async (em) => {
    const { trader, account } = await lockTraderAndRecord(em, userId);
    const stages = await readStages(kyselyOf(em), [account.id]);
    requireExpected(stages, input.expectedStageId);
    if (input.rulesVersionId) throw notFound("Version of the rules");
    const startedAt = input.startedAt ?? context.clock.now();
    requireAfterLast(stages, startedAt);
    await endLast(em, stages.at(-1), startedAt);
    const { phase, initialBalance, currency = "USD" } = input;
    const stageId = await insertStage(em, {
      accountId: account.id,
      phase,
      initialBalance,
      currency,
      startedAt,
      createdAt: context.clock.now(),
    });
    await beginFigures(em, account, initialBalance);
    await kyselyOf(em)
      .updateTable("trading_accounts")
      .set({ phase })
      .where("id", "=", account.id)
      .execute();
    await assignToPeriods(kyselyOf(em), account.id);
    await rebuildStages(em, (await readStages(kyselyOf(em), [account.id])).slice(-2));
    await recordEvent(context, em, actor, {
      action: "stage.started",
      trader,
      changes: changesBetween(
        { phase: account.phase },
        { stageId, phase, initialBalance, currency, startedAt: startedAt.toISOString() },
      ),
    });
    return stageId;
  });
  return getStage(context.database.kysely, id);
}

function requireExpected(stages: RecordStage[], expected: number | null | undefined): void {
  if (expected === undefined) return;
  const open = stages.find(({ endedAt }) => endedAt === null);
  if ((open?.id ?? null) === expected) return;
  throw new RefusalError(
    "conflict",
    open
      ? `Another stage is open by now (stage ${open.id})`
      : "The stage that was open has ended by now",
  );
}

function requireAfterLast(stages: RecordStage[], startedAt: Date): void {
  const last = stages.at(-1);
  if (!last || startedAt.getTime() > last.startedAt) return;
  throw invalidField(
    "startedAt",
    `A stage must start after the last one, which started at ${new Date(last.startedAt).toISOString()}`,
  );
}

async function endLast(em: Em, last: RecordStage | undefined, at: Date): Promise<void> {
  if (!last || (last.endedAt !== null && last.endedAt <= at.getTime())) return;
  await kyselyOf(em)
    .updateTable("stages")
    .set({ ended_at: at.toISOString() })
    .where("account_id", "=", last.accountId)
    .where("id", "=", last.id)
    .execute();
}

/** If the figures followed the records of the stage before, the new stage begins at its initial balance. */
async function beginFigures(
  em: Em,
  account: { id: number; recordedAt: string | null },
  initialBalance: string,
): Promise<void> {
  if (account.recordedAt === null) return;
  await kyselyOf(em)
    .updateTable("trading_accounts")
    .set({ typed_balance: initialBalance, typed_profit_loss: "0.00" })
    .where("id", "=", account.id)
    .execute();
}
