import { LockMode } from "@mikro-orm/core";
import { type Kysely, sql } from "kysely";
import { type AuditActor, commandLine, recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { Rebuild } from "./rebuild.entity.ts";
import { ENGINE } from "../../rulebook/timeline/timeline.rule.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Deviation } from "../verdicts/verdict.entity.ts";

/** Held while a rebuild is started or stopped. See `platform/advisory-locks.ts`. */
const REBUILD_LOCK = 7_310_011;

/** Accounts per job. If a process dies, its job rebuilds at most this many accounts again. */
const CHUNK = 20;

type RebuildContext = Pick<Context, "clock" | "database" | "jobs">;

const upgrade: AuditActor = { kind: "system", name: "Upgrade" };

/**
 * Starts a rebuild if an earlier engine has derived the rows of a stage, as after an upgrade. A rebuild that is running
 * or was stopped is left alone.
 */
export async function rebuildOutdated(context: RebuildContext): Promise<void> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from stage_progress
        where state -> 'timeline' ->> 'engine' is distinct from ${ENGINE})
      and not exists (select from rebuilds where finished_at is null) as "isDue"`.execute(
    context.database.kysely,
  );
  if (rows[0]!.isDue) await startRebuild(context, upgrade);
}

/**
 * Starts a rebuild of all accounts that have stages, with one job per chunk of accounts. If a rebuild is running,
 * it continues; if one was stopped, its unfinished chunks are enqueued again. Without stages, it finishes at once.
 * @returns the id of the rebuild
 */
export async function startRebuild(
  context: RebuildContext,
  actor: AuditActor = commandLine,
): Promise<number> {
  return inTransaction(context.database, async (transaction) => {
    await lockRebuilds(transaction);
    // Earlier releases left a rebuild without chunks unfinished.
    await finishEmptyRebuild(context, transaction);
    const unfinished = await findUnfinished(transaction);
    if (unfinished && unfinished.stoppedAt === null) return unfinished.id;
    if (unfinished) unfinished.stoppedAt = null;
    const id = unfinished?.id ?? (await insertRebuild(context, transaction));
    const rows = await kyselyOf(transaction)
      .selectFrom("rebuild_chunks")
      .select(["rebuild_id as rebuildId", "first_account_id as firstAccountId"])
      .where("rebuild_id", "=", id)
      .where("done_at", "is", null)
      .orderBy("first_account_id")
      .execute();
    const jobs = rows.map((data) => ({ data }));
    await context.jobs.enqueueAll(transaction, "records-rebuild", jobs);
    await finishEmptyRebuild(context, transaction);
    await recordEvent(context, transaction, actor, {
      action: "rebuild.started",
      changes: { rebuildId: { from: unfinished?.id ?? null, to: id } },
    });
    return id;
  });
}

/**
 * Stops the running rebuild: jobs end after the account that they are rebuilding.
 * @returns whether one was running
 */
export async function stopRebuild(context: Omit<RebuildContext, "jobs">): Promise<boolean> {
  return inTransaction(context.database, async (transaction) => {
    await lockRebuilds(transaction);
    const unfinished = await findUnfinished(transaction);
    if (!unfinished || unfinished.stoppedAt !== null) return false;
    unfinished.stoppedAt = context.clock.now();
    await recordEvent(context, transaction, commandLine, {
      action: "rebuild.stopped",
      changes: { rebuildId: { from: unfinished.id, to: unfinished.id } },
    });
    return true;
  });
}

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

async function lockRebuilds(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REBUILD_LOCK})`.execute(kyselyOf(transaction));
}

function findUnfinished(transaction: Transaction) {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  return transaction.findOne(Rebuild, { finishedAt: null }, options);
}

/** A rebuild is otherwise finished with its last chunk. */
async function finishEmptyRebuild(
  { clock }: RebuildContext,
  transaction: Transaction,
): Promise<void> {
  await sql`
    update rebuilds set finished_at = ${clock.now().toISOString()}
    where finished_at is null
      and not exists (select from rebuild_chunks where rebuild_id = rebuilds.id)`.execute(
    kyselyOf(transaction),
  );
}

async function insertRebuild({ clock }: RebuildContext, transaction: Transaction): Promise<number> {
  const kysely = kyselyOf(transaction);
  const { rows } = await sql<{ id: number }>`
    insert into rebuilds (accounts, started_at)
    select count(distinct account_id), ${clock.now().toISOString()} from stages
    returning id`.execute(kysely);
  const { id } = rows[0]!;
  await sql`
    insert into rebuild_chunks (rebuild_id, first_account_id, last_account_id, accounts)
    select ${id}::int, min(account_id), max(account_id), count(*)
    from (
      select account_id, (row_number() over (order by account_id) - 1) / ${CHUNK}::int as chunk
      from (select distinct account_id from stages) as recorded
    ) as numbered
    group by chunk`.execute(kysely);
  return id;
}
