import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Deviation } from "../verdicts/verdict.entity.ts";

export interface RebuildProgress {
  id: number;
  status: "running" | "stopped" | "finished";
  /** The number of rebuilt accounts, of those that had stages when the rebuild was started. */
  done: number;
  accounts: number;
}

/** Reads the progress of the last rebuild; `undefined` if there has been none. */
export async function readRebuildProgress(
  kysely: Kysely<Tables>,
): Promise<RebuildProgress | undefined> {
  const { rows } = await sql<RebuildProgress>`
    select id, accounts,
      case when finished_at is not null then 'finished' when stopped_at is not null then 'stopped'
        else 'running' end as status,
      (select coalesce(sum(chunk.accounts), 0)::int from rebuild_chunks as chunk
        where chunk.rebuild_id = rebuilds.id and chunk.done_at is not null) as done
    from rebuilds order by id desc limit 1`.execute(kysely);
  return rows[0];
}

/** Lists the stages whose rows differed in the chunks that are done. */
export async function listRebuildDeviations(
  kysely: Kysely<Tables>,
  rebuildId: number,
): Promise<Deviation[]> {
  const rows = await kysely
    .selectFrom("rebuild_chunks")
    .select("deviations")
    .where("rebuild_id", "=", rebuildId)
    .orderBy("first_account_id")
    .execute();
  return rows.flatMap(({ deviations }) => deviations);
}
