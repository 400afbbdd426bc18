import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { settleTickets } from "../records/assign-stages.ts";
import { lockTraderAndRecord } from "../records/lock-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { deriveStatement } from "./import-parsed.ts";
import type { Statement } from "./statement.schema.ts";
import { saveComparison } from "./save-comparison.ts";
import { getStatement, type StoredStatementView } from "./statements.queries.ts";

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
  await inTransaction(context.database, async (em) => {
    const { trader, account } = await lockTraderAndRecord(em, userId);
    const before = await getStatement(kyselyOf(em), id);
    requireHeld(before);
    await kyselyOf(em)
      .updateTable("statements")
      .set({ confirmed_at: context.clock.now().toISOString(), confirmed_by: actor.label })
      .where("account_id", "=", account.id)
      .where("id", "=", id)
      .execute();
    await countRecords(em, account.id, before);
    const stages = await readStages(kyselyOf(em), [account.id]);
    const stage = stages.find(({ id: stageId }) => stageId === before.stageId)!;
    const message = `Statement ${before.fileName} was confirmed`;
    await deriveStatement(context, em, stage, { kind: "statement", id, message });
    await recordEvent(context, em, actor, {
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
  em: Em,
  accountId: number,
  { id, stageId }: StoredStatementView,
): Promise<void> {
  const kysely = kyselyOf(em);
  for (const table of ["deals", "operations"] as const) {
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
