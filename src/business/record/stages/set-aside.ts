import type { Kysely } from "kysely";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { Waiver } from "../../rulebook/engine/verdict.schema.ts";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { wholeStage } from "../derivation/derive-stages.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import type { VerdictContext } from "../verdicts/judge-stage.ts";
import type { Cause } from "../verdicts/verdicts.schema.ts";

/**
 * Sets breaches and findings of a stage aside, and judges the stage on.
 * @param transaction a transaction that has locked the account
 * @param former as for `openReviews`
 */
export async function judgeWithout(
  context: VerdictContext,
  transaction: Transaction,
  stage: RecordStage,
  keys: readonly string[],
  {
    former,
    cause,
    ...waiver
  }: { reason: string; at: Date; cause: Cause; former?: AccountStatus | undefined },
): Promise<void> {
  const kysely = kyselyOf(transaction);
  await setAside(kysely, stage, keys, waiver);
  const stages = await readStages(kysely, [stage.accountId]);
  const changed = stages.filter(({ id }) => id === stage.id).map(wholeStage);
  await applyRecordChanges(context, transaction, changed, cause, former);
}

/**
 * Sets breaches and findings of a stage aside; one that has been set aside before keeps its reason. The stage must be derived and
 * judged again afterwards.
 * @param kysely a transaction that has locked the account
 * @param keys as `breachKey` and `findingKey` return them
 */
export async function setAside(
  kysely: Kysely<Tables>,
  { accountId, id, waivers }: RecordStage,
  keys: readonly string[],
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const known = new Set(waivers.map(({ key }) => key));
  const added = [...new Set(keys)]
    .filter((key) => !known.has(key))
    .toSorted(compareText)
    .map((key): Waiver => ({ key, reason, at: at.toISOString() }));
  if (added.length === 0) return;
  await kysely
    .updateTable("stages")
    .set({ waivers: JSON.stringify([...waivers, ...added]) })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .execute();
}
