import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { hashShortRecords, hashStageRecords } from "../../trading/records/record-json.queries.ts";
import type { RecordStage } from "../../trading/records/record-stages.queries.ts";

/** Returns the hash of all records of a stage, which is computed once per change. */
export async function hashAllRecords(kysely: Kysely<Tables>, stage: RecordStage): Promise<string> {
  const progress = await kysely
    .selectFrom("stage_progress")
    .select(["revision", "records_revision as hashedRevision", "records_sha256 as hash"])
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .executeTakeFirst();
  if (progress?.hash && progress.hashedRevision === progress.revision) return progress.hash;
  const hash = await hashStageRecords(kysely, stage);
  if (!progress) return hash;
  // If the records have changed in the meantime, the revisions differ and the hash is computed again.
  await kysely
    .updateTable("stage_progress")
    .set({ records_revision: progress.revision, records_sha256: hash })
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .execute();
  return hash;
}

/** Hashes all records of stages that have just changed. @returns the hashes by stage id */
export async function hashChangedRecords(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, string>> {
  const hashes = await hashShortRecords(kysely, stages);
  const hashed = stages
    .filter(({ id }) => hashes.has(id))
    .map(({ accountId, id }) => ({ account_id: accountId, stage_id: id, hash: hashes.get(id) }));
  if (hashed.length > 0) {
    await sql`update stage_progress set records_revision = revision, records_sha256 = hashed.hash
      from json_to_recordset(${JSON.stringify(hashed)}::json)
        as hashed (account_id int, stage_id int, hash text)
      where stage_progress.account_id = hashed.account_id
        and stage_progress.stage_id = hashed.stage_id`.execute(kysely);
  }
  for (const stage of stages) {
    if (!hashes.has(stage.id)) hashes.set(stage.id, await hashAllRecords(kysely, stage));
  }
  return hashes;
}
