import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Context } from "../context.ts";
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
 * @returns a check that resolves to undefined if the database does not respond
 */
export function createHealthCheck(context: Context): () => Promise<Health | undefined> {
  const database = shared(0, () => succeeds(context, "database", () => pingDatabase(context)));
  const others = shared(CACHE_TIME, () => checkComponents(context));
  return async () => {
    if (!(await database())) return undefined;
    const parts = await others();
    const isFine = Object.values(parts).every((part) => part === "ok" || part === "off");
    return { status: isFine ? "ok" : "degraded", database: "ok", ...parts };
  };
}

async function pingDatabase({ database }: Context): Promise<boolean> {
  await database.pool.query("select 1");
  return true;
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
  const tooLate = new AbortController();
  try {
    const limit = sleep(TIMEOUT, undefined, { signal: tooLate.signal }).then(() => {
      throw new Error("It did not respond in time");
    });
    return await Promise.race([check(), limit]);
  } catch (error) {
    log.warn({ err: error, part }, "health: part of the service is failing");
    return false;
  } finally {
    tooLate.abort();
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
