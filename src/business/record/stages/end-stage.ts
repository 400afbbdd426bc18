import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { type NewAuditEvent, recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { invalidField, notFound, RefusalError } from "../../../platform/errors.ts";
import { lockTraderAndRecord } from "../records/recorded-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import type { endStageInput, Stage, StageOutcome } from "./stage.schema.ts";
import { requirePast } from "./start-stage.ts";
import { getStage } from "./stages.queries.ts";
import { type Changes, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { assignToPeriods } from "./assign-to-periods.ts";
import { wholeStage } from "../derivation/derive-stages.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import type { VerdictContext } from "../verdicts/judge-stage.ts";
import type { Cause } from "../verdicts/verdicts.schema.ts";

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
  await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const before = await getStage(kyselyOf(transaction), id);
    const end = endedAt ?? before.endedAt ?? context.clock.now();
    const stages = await readStages(kyselyOf(transaction), [account.id]);
    requirePossibleEnd(stages, id, end);
    requirePast(context, { endedAt: end });
    const event = await closeStage(context, transaction, account.id, before, {
      endedAt: end,
      outcome: outcome ?? before.outcome,
      reason,
    });
    await recordEvent(context, transaction, actor, { ...event, trader, reason });
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

interface StageEnd {
  endedAt: Date;
  outcome: StageOutcome | null;
  reason: string;
}

/**
 * Sets the end and the outcome of a stage. Records at later times no longer belong to it.
 * @param transaction a transaction that has locked the account
 * @returns the event for the audit log
 */
export async function closeStage(
  context: VerdictContext,
  transaction: Transaction,
  accountId: number,
  stage: Stage,
  { endedAt, outcome, reason }: StageEnd,
): Promise<NewAuditEvent> {
  const end = { endedAt, outcome };
  await moveEnd(context, transaction, accountId, stage, end, {
    kind: "rules",
    id: stage.rulesVersionId,
    message: `The end of the stage was set to ${endedAt.toISOString()}: ${reason}`,
  });
  return { action: "stage.ended", changes: endChanges(stage, end) };
}

/**
 * Opens a stage again, without an outcome. Records since its end belong to it again.
 * @param transaction a transaction that has locked the account
 * @param former as for `openReviews`
 * @returns the event for the audit log
 * @throws RefusalError if a later stage has started
 */
export async function reopenStage(
  context: VerdictContext,
  transaction: Transaction,
  accountId: number,
  stage: Stage,
  cause: Cause,
  former: AccountStatus | undefined,
): Promise<NewAuditEvent> {
  const stages = await readStages(kyselyOf(transaction), [accountId]);
  if (stages.at(-1)?.id !== stage.id) {
    const message =
      "A later stage has started, so this one cannot be reopened; start a stage instead";
    throw new RefusalError("conflict", message);
  }
  const end = { endedAt: null, outcome: null };
  await moveEnd(context, transaction, accountId, stage, end, cause, former);
  return { action: "stage.reopened", changes: endChanges(stage, end) };
}

type Ended = Pick<Stage, "endedAt" | "outcome">;

/** Sets the end and the outcome. If the end moves, records move with it and the stage is judged again. */
async function moveEnd(
  context: VerdictContext,
  transaction: Transaction,
  accountId: number,
  stage: Stage,
  { endedAt, outcome }: Ended,
  cause: Cause,
  former?: AccountStatus,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  await kysely
    .updateTable("stages")
    .from("trading_accounts")
    .set({ ended_at: endedAt?.toISOString() ?? null, outcome })
    .set({ login: kept("login", endedAt), server: kept("server", endedAt) })
    .whereRef("trading_accounts.id", "=", "stages.account_id")
    .where("stages.account_id", "=", accountId)
    .where("stages.id", "=", stage.id)
    .execute();
  if (stage.endedAt?.getTime() === endedAt?.getTime()) return;
  await assignToPeriods(kysely, accountId);
  const stages = await readStages(kysely, [accountId]);
  const changed = stages.filter(({ id }) => id === stage.id).map(wholeStage);
  await applyRecordChanges(context, transaction, changed, cause, former);
}

/** A stage that ends keeps what the account has; one that is moved keeps what it had, and an open one has the account's. */
const kept = (column: "login" | "server", endedAt: Date | null) =>
  endedAt === null
    ? null
    : sql<
        string | null
      >`case when stages.ended_at is null then ${sql.ref(`trading_accounts.${column}`)}
        else ${sql.ref(`stages.${column}`)} end`;

function endChanges(stage: Stage, after: Ended): Changes {
  const snapshot = ({ endedAt, outcome }: Ended) => ({
    endedAt: endedAt?.toISOString() ?? null,
    outcome,
  });
  return {
    stageId: { from: stage.id, to: stage.id },
    ...changesBetween(snapshot(stage), snapshot(after)),
  };
}
