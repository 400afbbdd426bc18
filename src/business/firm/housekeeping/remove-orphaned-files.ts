import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/database.ts";
import { fromNow } from "../../../platform/lib/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { fileKindOf } from "../../../platform/storage/file-key.ts";

/** The number of keys that one statement looks up. */
const BATCH = 1_000;

/** Removes files whose row was deleted, or was never inserted because the process died in between. */
export async function removeOrphanedFiles({
  clock,
  database,
  files,
  log,
}: Pick<Context, "clock" | "database" | "files" | "log">): Promise<void> {
  let removed = 0;
  for await (const keys of inBatches(files.listKeysBefore(fromNow(clock, -DAY)))) {
    const referred = await findReferred(database, keys);
    for (const key of keys.filter((each) => !referred.has(each))) {
      await files.remove(key);
      removed += 1;
    }
  }
  if (removed > 0) log.info({ files: removed }, "removed files that nothing refers to");
}

/** Collects the keys that the app has created. */
async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (!fileKindOf(key)) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function findReferred({ kysely }: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from certificates where file_key = any(${keys})
    union all select file_key from statements where file_key = any(${keys})
    union all select logo_key from firm_brand where logo_key = any(${keys})`.execute(kysely);
  return new Set(rows.map(({ key }) => key));
}
