import type { Selectable } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type Database, inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { JobQueue } from "../../../platform/jobs/jobs.ts";
import { rebuildAccount } from "./check-derived.ts";
import type { Deviation } from "../verdicts/verdict.entity.ts";
import type { Tables } from "../../../platform/database/tables.ts";

type RebuildContext = Pick<Context, "clock" | "config" | "database" | "outbox" | "letterhead">;

interface ChunkJob {
  rebuildId: number;
  firstAccountId: number;
}

/** Runs the jobs of `startRebuild` in this process. */
export async function workOnRebuilds(jobs: JobQueue, context: RebuildContext): Promise<void> {
  await jobs.work("records-rebuild", (data) => rebuildChunk(context, data as ChunkJob));
}

/**
 * Rebuilds the accounts of a chunk, each in a transaction of its own. Does nothing if the rebuild was stopped or
 * the chunk is done. A chunk that was interrupted is repeated as a whole, which produces the same rows.
 */
async function rebuildChunk(context: RebuildContext, job: ChunkJob): Promise<void> {
  const chunk = await findChunk(context.database, job);
  if (!chunk) return;
  const deviations: Deviation[] = [];
  for (const accountId of await accountsOf(context.database, chunk)) {
    if (!(await findChunk(context.database, job))) return;
    deviations.push(...(await rebuildAccount(context, accountId)));
  }
  await finishChunk(context, job, deviations);
}

/** Finds the chunk of a job; `undefined` if it is done or its rebuild was stopped. */
async function findChunk({ kysely }: Database, { rebuildId, firstAccountId }: ChunkJob) {
  return kysely
    .selectFrom("rebuild_chunks")
    .innerJoin("rebuilds", "rebuilds.id", "rebuild_id")
    .select(["first_account_id", "last_account_id"])
    .where("rebuild_id", "=", rebuildId)
    .where("first_account_id", "=", firstAccountId)
    .where("done_at", "is", null)
    .where("stopped_at", "is", null)
    .executeTakeFirst();
}

async function accountsOf(
  { kysely }: Database,
  chunk: Pick<Selectable<Tables["rebuild_chunks"]>, "first_account_id" | "last_account_id">,
): Promise<number[]> {
  const rows = await kysely
    .selectFrom("stages")
    .select("account_id")
    .distinct()
    .where("account_id", ">=", chunk.first_account_id)
    .where("account_id", "<=", chunk.last_account_id)
    .orderBy("account_id")
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Marks a chunk as done. The last chunk finishes the rebuild. */
async function finishChunk(
  { clock, database }: RebuildContext,
  { rebuildId, firstAccountId }: ChunkJob,
  deviations: Deviation[],
): Promise<void> {
  const now = clock.now().toISOString();
  await inTransaction(database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    // Chunks finish one at a time, so that one of the last two sees the other as done.
    await kysely
      .selectFrom("rebuilds")
      .select("id")
      .where("id", "=", rebuildId)
      .forUpdate()
      .execute();
    await kysely
      .updateTable("rebuild_chunks")
      .set({ done_at: now, deviations: JSON.stringify(deviations) })
      .where("rebuild_id", "=", rebuildId)
      .where("first_account_id", "=", firstAccountId)
      .where("done_at", "is", null)
      .execute();
    await kysely
      .updateTable("rebuilds")
      .set({ finished_at: now })
      .where("id", "=", rebuildId)
      .where("finished_at", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("rebuild_chunks")
              .select("first_account_id")
              .where("rebuild_id", "=", rebuildId)
              .where("done_at", "is", null),
          ),
        ),
      )
      .execute();
  });
}
