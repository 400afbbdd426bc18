import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Context } from "../context.ts";
import { isDiskFull, isReadOnly } from "../database/failures.ts";
import { MINUTE, SECOND } from "../time/durations.rule.ts";
import { readQueues } from "../jobs/jobs.queries.ts";

/** The state of an instance that serves calls. */
export const health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: z.literal("ok"),
    jobs: z
      .enum(["ok", "delayed"])
      .meta({ description: "`delayed` if no worker is processing jobs" }),
    mail: z
      .enum(["ok", "delayed"])
      .meta({ description: "`delayed` if an email has not been accepted yet" }),
    storage: z.enum(["ok", "failing"]),
    scanner: z
      .enum(["ok", "failing", "off"])
      .meta({ description: "`off` if no virus scanner is configured" }),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof health>;

/** A component that takes longer to respond counts as failing. */
const TIMEOUT = 2 * SECOND;
/** The health check is public, so expensive components are checked at most this often. */
const CACHE_TIME = 10 * SECOND;
/** The age at which a waiting job counts as overdue. If any worker runs, jobs start within a second. */
const OVERDUE = 2 * MINUTE;

type Parts = Pick<Health, "jobs" | "mail" | "storage" | "scanner">;

/**
 * Creates a check of all components of the service. An instance only needs the database to serve calls; failures of
 * other components do not take it out of service.
 * @returns a check that resolves to a sentence if the database does not respond or cannot be written to
 */
export function createHealthCheck(context: Context): () => Promise<Health | { fault: string }> {
  const database = shared(0, () => succeeds(context, "database", () => pingDatabase(context)));
  const writes = shared(CACHE_TIME, () => findWriteFault(context));
  const others = shared(CACHE_TIME, () => checkComponents(context));
  return async () => {
    if (!(await database())) return { fault: "The database is unavailable" };
    const fault = await writes();
    if (fault !== undefined) return { fault };
    const parts = await others();
    const isFine = Object.values(parts).every((part) => part === "ok" || part === "off");
    return { status: isFine ? "ok" : "degraded", database: "ok", ...parts };
  };
}

async function pingDatabase({ database }: Context): Promise<boolean> {
  await database.pool.query("select 1");
  return true;
}

/** Takes a page on the disk and waits for its commit to be confirmed, as writes do; the page is given back at once. */
const probe = `create temporary table health_probe on commit drop as
  select md5(line::text) as text from generate_series(1, 300) as line`;

/** Returns why nothing can be written to the database; undefined if it can. */
async function findWriteFault({ database, log }: Context): Promise<string | undefined> {
  try {
    await inTime(database.pool.query(probe));
    return undefined;
  } catch (error) {
    log.error({ err: error, part: "writes" }, "health: nothing can be written to the database");
    if (isDiskFull(error)) return "The disk of the database is full";
    if (isReadOnly(error)) return "The database is read-only";
    return error instanceof TooLateError
      ? "The database does not confirm writes, for example because a synchronous standby is missing"
      : "The database cannot be written to";
  }
}

async function checkComponents(context: Context): Promise<Parts> {
  const [[jobs, mail], storage, scanner] = await Promise.all([
    checkJobs(context),
    succeeds(context, "storage", async () => {
      // The file usually does not exist, but a shared bucket may have one of this name.
      const file = await context.files.open("health");
      file?.stream.destroy();
      return true;
    }),
    checkScanner(context),
  ]);
  return {
    jobs: jobs ? "ok" : "delayed",
    mail: mail ? "ok" : "delayed",
    storage: storage ? "ok" : "failing",
    scanner,
  };
}

async function checkScanner(context: Context): Promise<Parts["scanner"]> {
  const { scanner } = context;
  if (!scanner) return "off";
  const isUp = await succeeds(context, "scanner", async () => {
    await scanner.ping();
    return true;
  });
  return isUp ? "ok" : "failing";
}

async function checkJobs(context: Context): Promise<[boolean, boolean]> {
  let mail = true;
  const jobs = await succeeds(context, "jobs", async () => {
    const queues = await readQueues(context.database.pool);
    mail = queues.every(({ queue, retrying }) => queue !== "mail" || retrying === 0);
    return queues.every(({ oldest }) => oldest * SECOND < OVERDUE);
  });
  return [jobs, mail];
}

/** Returns whether the check succeeds in time. The reason for a failure is only logged. */
async function succeeds(
  { log }: Context,
  part: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await inTime(check());
  } catch (error) {
    log.warn({ err: error, part }, "health: part of the service is failing");
    return false;
  }
}

class TooLateError extends Error {
  override name = "TooLateError";
}

async function inTime<Result>(result: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const limit = sleep(TIMEOUT, undefined, { signal: done.signal }).then(() => {
    throw new TooLateError("It did not respond in time");
  });
  try {
    return await Promise.race([result, limit]);
  } finally {
    done.abort();
  }
}

/** Shares a run between concurrent callers, and reuses its result for a while. */
function shared<Result>(milliseconds: number, run: () => Promise<Result>): () => Promise<Result> {
  let present: Promise<Result> | undefined;
  return () => {
    present ??= run().finally(() => {
      const forget = () => (present = undefined);
      if (milliseconds === 0) forget();
      else setTimeout(forget, milliseconds).unref();
    });
    return present;
  };
}
