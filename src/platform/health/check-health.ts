import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { MINUTE, SECOND } from "../lib/clock.ts";
import { readQueues } from "../jobs/jobs.queries.ts";
import type { Health } from "./health.schema.ts";

/** How long a part may take to answer before it counts as failing. */
const PATIENCE = 2 * SECOND;
/** Anybody may ask for the health, so the parts that cost something are looked at this often. */
const FRESH = 10 * SECOND;
/** With workers anywhere, a job begins within a second. */
const OVERDUE = 2 * MINUTE;

type Parts = Pick<Health, "jobs" | "mail" | "storage" | "scanner">;

/**
 * Looks at the parts of the service. Calls can be served where the database answers; the others may
 * fail for a while without a trader noticing, and take no instance out of service.
 * @returns of the check: nothing where the database does not answer
 */
export function createHealthCheck(context: Context): () => Promise<Health | undefined> {
  const database = shared(0, () => holds(context, "database", () => askDatabase(context)));
  const others = shared(FRESH, () => lookAtParts(context));
  return async () => {
    if (!(await database())) return undefined;
    const parts = await others();
    const isFine = Object.values(parts).every((part) => part === "ok" || part === "off");
    return { status: isFine ? "ok" : "degraded", database: "ok", ...parts };
  };
}

async function askDatabase({ database }: Context): Promise<boolean> {
  await database.pool.query("select 1");
  return true;
}

async function lookAtParts(context: Context): Promise<Parts> {
  const [[jobs, mail], storage, scanner] = await Promise.all([
    lookAtJobs(context),
    holds(context, "storage", async () => {
      await context.files.open("health");
      return true;
    }),
    lookAtScanner(context),
  ]);
  return {
    jobs: jobs ? "ok" : "delayed",
    mail: mail ? "ok" : "delayed",
    storage: storage ? "ok" : "failing",
    scanner,
  };
}

async function lookAtScanner(context: Context): Promise<Parts["scanner"]> {
  const { scanner } = context;
  if (!scanner) return "off";
  const isUp = await holds(context, "scanner", async () => {
    await scanner.ping();
    return true;
  });
  return isUp ? "ok" : "failing";
}

async function lookAtJobs(context: Context): Promise<[boolean, boolean]> {
  let mail = true;
  const jobs = await holds(context, "jobs", async () => {
    const queues = await readQueues(context.database.pool);
    mail = queues.every(({ queue, retrying }) => queue !== "mail" || retrying === 0);
    return queues.every(({ oldest }) => oldest * SECOND < OVERDUE);
  });
  return [jobs, mail];
}

/** Whether it does, in time; a reason why not is for the log alone. */
async function holds(
  { log }: Context,
  part: string,
  look: () => Promise<boolean>,
): Promise<boolean> {
  const tooLate = new AbortController();
  try {
    const limit = sleep(PATIENCE, undefined, { signal: tooLate.signal }).then(() => {
      throw new Error("It does not answer in time");
    });
    return await Promise.race([look(), limit]);
  } catch (error) {
    log.warn({ err: error, part }, "health: a part of the service fails");
    return false;
  } finally {
    tooLate.abort();
  }
}

/** One look at a time for all who ask, and the same answer for a while. */
function shared<Result>(milliseconds: number, look: () => Promise<Result>): () => Promise<Result> {
  let present: Promise<Result> | undefined;
  return () => {
    present ??= look().finally(() => {
      const forget = () => (present = undefined);
      if (milliseconds === 0) forget();
      else setTimeout(forget, milliseconds).unref();
    });
    return present;
  };
}
