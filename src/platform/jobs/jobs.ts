import { CompiledQuery } from "kysely";
import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Em } from "../database/orm.ts";
import { connectionLimits } from "../database/connection-limits.ts";
import { kyselyOf } from "../database/database.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../lib/clock.ts";

/** Work that is done after the answer, on any instance, and survives a crash of each. */
export interface JobQueue {
  /**
   * Adds a job inside the transaction of `em`: it exists if and only if the transaction commits.
   * @param id a job with an id that is there already is not added again
   */
  enqueue(em: Em, queue: QueueName, data: object, id?: string): Promise<void>;
  /**
   * @param handler may throw: the job is tried again, ever less often, for three days, or never
   * again where it throws a `LastFailure`
   */
  work(queue: QueueName, handler: (data: object, id: string) => Promise<void>): Promise<void>;
  /** Runs a handler about once an hour on one of the instances. */
  everyHour(queue: QueueName, handler: () => Promise<void>): Promise<void>;
  /** Waits for the jobs that run, and takes no more. */
  stop(): Promise<void>;
}

/** What a further try would not change: the job stays behind as failed. */
export class PermanentJobError extends Error {
  override name = "LastFailure";
}

export const queueNames = ["mail", "housekeeping"] as const;
export type QueueName = (typeof queueNames)[number];

const seconds = (milliseconds: number) => milliseconds / SECOND;

/**
 * pg-boss on its own few connections, in the schema `pgboss`.
 * @param workers how many jobs of a queue are done here at the same time; with 0 others do them
 */
export async function startJobs(
  databaseUrl: string,
  workers: number,
  log: Logger,
): Promise<JobQueue> {
  const connections = {
    connectionString: databaseUrl,
    application_name: "propdesk-jobs",
    max: 2 + workers,
    // It also rebuilds its own indexes where they have grown.
    ...connectionLimits(MINUTE),
  };
  const boss = new PgBoss({
    ...connections,
    supervise: workers > 0,
    schedule: workers > 0,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    queueCacheIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.warn({ err: error }, "jobs: the database does not answer"));
  await boss.start();
  for (const name of queueNames) {
    await boss.createQueue(name, {
      retryLimit: 100,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: seconds(HOUR) / 2,
      expireInSeconds: seconds(HOUR) / 6,
      // A job whose process was killed goes to another after half a minute, not after expiring.
      heartbeatSeconds: 30,
      retentionSeconds: seconds(3 * DAY),
      deleteAfterSeconds: seconds(DAY),
    });
  }
  return {
    async enqueue(em, queue, data, id) {
      const kysely = kyselyOf(em);
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, values));
        return { rows };
      };
      await boss.send(queue, data, { ...(id !== undefined && { id }), db: { executeSql } });
    },
    async work(queue, handler) {
      if (workers === 0) return;
      const options = {
        pollingIntervalSeconds: 0.5,
        // Where more than this waited seconds ago, one after the other without a pause. Not several
        // at a time: a kill would send all of them twice.
        burstWhenReadyExceeds: 1,
        perJobResults: true,
        localConcurrency: workers,
      } as const;
      await boss.work<object>(queue, options, async ([job]) => {
        if (!job) return [];
        try {
          await handler(job.data, job.id);
          return [{ id: job.id, status: "completed" }];
        } catch (error) {
          if (!(error instanceof PermanentJobError)) throw error;
          return [{ id: job.id, status: "deadletter", output: { message: error.message } }];
        }
      });
    },
    async everyHour(queue, handler) {
      if (workers === 0) return;
      await boss.schedule(queue, "17 * * * *");
      await boss.work(queue, { pollingIntervalSeconds: 60 }, () => handler());
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
