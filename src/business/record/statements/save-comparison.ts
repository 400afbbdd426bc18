import { type Kysely, sql } from "kysely";
import { withBatchPlans } from "../records/batch-plans.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareWithStage, type StatementRecords } from "./statement-records.ts";

/**
 * Compares the records of a statement with those of other sources, and stores the counts and conflicts.
 * @param kysely a transaction that has locked the account
 */
export async function saveComparison(
  kysely: Kysely<Tables>,
  records: StatementRecords,
): Promise<void> {
  const statement = await kysely
    .selectFrom("statements")
    .select(["stage_id", "counts", "findings", "needs_confirmation", "confirmed_at"])
    .where("account_id", "=", records.accountId)
    .where("id", "=", records.statementId)
    .executeTakeFirstOrThrow();
  const isHeld = statement.needs_confirmation && statement.confirmed_at === null;
  const { findings, ...compared } = await compareWithStage(kysely, {
    ...records,
    stageId: statement.stage_id,
    isHeld,
  });
  const others = statement.findings.filter(({ code }) => code !== "conflict");
  await kysely
    .updateTable("statements")
    .set({
      counts: JSON.stringify({ ...statement.counts, ...compared }),
      findings: JSON.stringify([...others, ...findings]),
    })
    .where("account_id", "=", records.accountId)
    .where("id", "=", records.statementId)
    .execute();
}

/**
 * Compares the statements that have tickets in common with a withdrawn one again, after its tickets have been settled.
 * Their conflicts with it are resolved; those that agreed with it may contradict the record that counts now.
 * @param kysely a transaction that has locked the account
 */
export async function renewComparisons(
  kysely: Kysely<Tables>,
  withdrawn: StatementRecords,
): Promise<void> {
  for (const statementId of await findRelated(kysely, withdrawn)) {
    await saveComparison(kysely, { accountId: withdrawn.accountId, statementId });
  }
}

/** Finds the other statements, unless they are withdrawn, that have tickets in common with a statement. */
async function findRelated(
  kysely: Kysely<Tables>,
  { accountId, statementId }: StatementRecords,
): Promise<number[]> {
  const sharing = (table: "deals" | "operations") => sql`
    select statement_id from ${sql.table(table)} where account_id = ${accountId}
      and ticket in (select ticket from ${sql.table(table)}
        where account_id = ${accountId} and statement_id = ${statementId})`;
  const related = sql<{ id: number }>`
    select id from statements where account_id = ${accountId} and id <> ${statementId}
      and withdrawn_at is null and id in (${sharing("deals")} union ${sharing("operations")})
    order by id`;
  const { rows } = await withBatchPlans(kysely, () => related.execute(kysely));
  return rows.map(({ id }) => id);
}
