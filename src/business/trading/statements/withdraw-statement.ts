import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { settleTickets } from "../records/assign-stages.ts";
import type { StageChange } from "../records/derive-stages.ts";
import { lockTraderAndRecord } from "../records/lock-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../../judgement/verdicts/apply-record-changes.ts";
import type { Statement, withdrawStatementInput } from "./statement.schema.ts";
import { renewComparisons } from "./save-comparison.ts";
import { readReach } from "./statement-records.ts";
import { getStatement } from "./statements.queries.ts";

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
  await inTransaction(context.database, async (em) => {
    const { trader, account } = await lockTraderAndRecord(em, userId);
    const before = await getStatement(kyselyOf(em), id);
    if (before.withdrawnAt) {
      throw new RefusalError("conflict", "This statement has already been withdrawn");
    }
    await kyselyOf(em)
      .updateTable("statements")
      .set({
        withdrawn_at: context.clock.now().toISOString(),
        withdrawn_by: actor.label,
        withdrawn_reason: reason,
      })
      .where("account_id", "=", account.id)
      .where("id", "=", id)
      .execute();
    const changes = await leaveStages(em, account.id, id);
    await renewComparisons(kyselyOf(em), { accountId: account.id, statementId: id });
    await applyRecordChanges(context, em, changes, {
      kind: "withdrawal",
      id,
      message: `Statement ${before.fileName} was withdrawn: ${reason}`,
    });
    await recordEvent(context, em, actor, {
      action: "statement.withdrawn",
      trader,
      changes: { statementId: { from: id, to: id } },
      reason,
    });
  });
  return getStatement(kysely, id);
}

/** Removes the records of a statement from their stages, which may be several if it was not confirmed. */
async function leaveStages(em: Em, accountId: number, statementId: number): Promise<StageChange[]> {
  const kysely = kyselyOf(em);
  const { from, positions } = await readReach(kysely, { accountId, statementId });
  const left = new Set<number | null>();
  for (const table of ["deals", "operations"] as const) {
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
