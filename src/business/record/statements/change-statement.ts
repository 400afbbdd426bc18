import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { settleTickets } from "../records/settle-tickets.ts";
import { bookedTables } from "../records/sources.rule.ts";
import { lockTraderAndRecord } from "../records/recorded-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { deriveStatement } from "./import-parsed.ts";
import type { Statement, withdrawStatementInput } from "./statement.schema.ts";
import { renewComparisons, saveComparison } from "./save-comparison.ts";
import { getStatement, type StoredStatementView } from "./statements.queries.ts";
import type { z } from "zod";
import type { StageChange } from "../derivation/derive-stages.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import { readReach } from "./statement-records.ts";

/**
 * Confirms a statement that contradicts its account or stage: from now on its records count in its stage, whatever
 * their time.
 * @throws RefusalError if the statement does not exist, or does not require a confirmation
 */
export async function confirmStatement(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<Statement> {
  const { kysely } = context.database;
  const { userId } = await getStatement(kysely, id);
  await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const before = await getStatement(kyselyOf(transaction), id);
    requireHeld(before);
    await kyselyOf(transaction)
      .updateTable("statements")
      .set({ confirmed_at: context.clock.now().toISOString(), confirmed_by: actor.label })
      .where("account_id", "=", account.id)
      .where("id", "=", id)
      .execute();
    await countRecords(transaction, account.id, before);
    const stages = await readStages(kyselyOf(transaction), [account.id]);
    const stage = stages.find(({ id: stageId }) => stageId === before.stageId)!;
    const message = `Statement ${before.fileName} was confirmed`;
    await deriveStatement(context, transaction, stage, { kind: "statement", id, message });
    await recordEvent(context, transaction, actor, {
      action: "statement.confirmed",
      trader,
      changes: { statementId: { from: id, to: id } },
    });
  });
  return getStatement(kysely, id);
}

function requireHeld({ withdrawnAt, confirmedAt, needsConfirmation }: Statement): void {
  if (withdrawnAt) throw new RefusalError("conflict", "This statement has been withdrawn");
  if (confirmedAt) throw new RefusalError("conflict", "This statement has already been confirmed");
  if (!needsConfirmation) {
    throw new RefusalError("conflict", "This statement does not need confirmation");
  }
}

async function countRecords(
  transaction: Transaction,
  accountId: number,
  { id, stageId }: StoredStatementView,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  for (const table of bookedTables) {
    await kysely
      .updateTable(table)
      .set({ stage_id: stageId })
      .where("account_id", "=", accountId)
      .where("statement_id", "=", id)
      .execute();
  }
  await settleTickets(kysely, accountId, stageId);
  await saveComparison(kysely, { accountId, statementId: id });
}

/**
 * Withdraws a statement: its records no longer count, unless another source has reported them. Statements with
 * the same tickets are compared again. The statement stays listed, and its file is kept.
 * @throws RefusalError if the statement does not exist or has been withdrawn
 */
export async function withdrawStatement(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof withdrawStatementInput>,
): Promise<Statement> {
  const { kysely } = context.database;
  const { userId } = await getStatement(kysely, id);
  await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const before = await getStatement(kyselyOf(transaction), id);
    if (before.withdrawnAt) {
      throw new RefusalError("conflict", "This statement has already been withdrawn");
    }
    await kyselyOf(transaction)
      .updateTable("statements")
      .set({
        withdrawn_at: context.clock.now().toISOString(),
        withdrawn_by: actor.label,
        withdrawn_reason: reason,
      })
      .where("account_id", "=", account.id)
      .where("id", "=", id)
      .execute();
    const changes = await leaveStages(transaction, account.id, id);
    await renewComparisons(kyselyOf(transaction), { accountId: account.id, statementId: id });
    await applyRecordChanges(context, transaction, changes, {
      kind: "withdrawal",
      id,
      message: `Statement ${before.fileName} was withdrawn: ${reason}`,
    });
    await recordEvent(context, transaction, actor, {
      action: "statement.withdrawn",
      trader,
      changes: { statementId: { from: id, to: id } },
      reason,
    });
  });
  return getStatement(kysely, id);
}

/** Removes the records of a statement from their stages, which may be several if it was not confirmed. */
async function leaveStages(
  transaction: Transaction,
  accountId: number,
  statementId: number,
): Promise<StageChange[]> {
  const kysely = kyselyOf(transaction);
  const { from, positions } = await readReach(kysely, { accountId, statementId });
  const left = new Set<number | null>();
  for (const table of bookedTables) {
    const stages = await kysely
      .selectFrom(table)
      .select("stage_id")
      .distinct()
      .where("account_id", "=", accountId)
      .where("statement_id", "=", statementId)
      .execute();
    for (const { stage_id } of stages) left.add(stage_id);
    await kysely
      .updateTable(table)
      .set({ stage_id: null, stands: false })
      .where("account_id", "=", accountId)
      .where("statement_id", "=", statementId)
      .execute();
  }
  await settleTickets(kysely, accountId);
  const stages = (await readStages(kysely, [accountId])).filter(({ id }) => left.has(id));
  return stages.map((stage) => ({ stage, from, positions }));
}
