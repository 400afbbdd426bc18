import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { Waiver } from "../../rulebook/engine/verdict.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";

/**
 * Sets breaches of a stage aside; one that has been set aside before keeps its reason. The stage must be derived and
 * judged again afterwards.
 * @param kysely a transaction that has locked the account
 * @param keys as `breachKey` returns them
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
