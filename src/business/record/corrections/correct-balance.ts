import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { formatResult } from "../../../platform/money/money.ts";
import { lockTraderAndRecord } from "../records/recorded-account.ts";
import { readStages, type RecordStage, stageAt } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import type { Correction, correctInput } from "./correction.schema.ts";

/**
 * Adds a correction to the record of a trader's open stage.
 * @throws RefusalError if the trader does not exist, or if the account has no open stage with records
 */
export async function correctBalance(
  context: Context,
  actor: StaffActor,
  { userId, amount, reason }: z.output<typeof correctInput>,
): Promise<Correction> {
  return inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const kysely = kyselyOf(transaction);
    const time = context.clock.now();
    const stage = stageAt(await readStages(kysely, [account.id]), time.getTime());
    if (!stage || account.recordedAt === null) {
      throw new RefusalError(
        "conflict",
        "A correction needs an open stage with records. Until then, edit the balance itself.",
      );
    }
    const id = await insertCorrection(kysely, stage, {
      time: time.toISOString(),
      amount,
      reason,
      created_by: actor.label,
    });
    const change = { stage, from: time.getTime(), positions: [] };
    await applyRecordChanges(context, transaction, [change], {
      kind: "correction",
      id,
      message: `The balance was corrected by ${formatResult(amount, stage.currency)}: ${reason}`,
    });
    await recordEvent(context, transaction, actor, {
      action: "balance.corrected",
      trader,
      changes: {
        stageId: { from: null, to: stage.id },
        amount: { from: null, to: amount },
        currency: { from: null, to: stage.currency },
      },
      reason,
    });
    const result = { id, stageId: stage.id, kind: "correction" as const };
    return { ...result, amount, time, reason, createdBy: actor.label };
  });
}

/** @returns the id */
async function insertCorrection(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  correction: Pick<Insertable<Tables["operations"]>, "time" | "amount" | "reason" | "created_by">,
): Promise<number> {
  const { id } = await kysely
    .insertInto("operations")
    .values({
      account_id: stage.accountId,
      stage_id: stage.id,
      stands: true,
      ticket: `correction/${randomUUID()}`,
      statement_id: null,
      row: null,
      token_id: null,
      received_at: null,
      kind: "correction",
      ...correction,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}
