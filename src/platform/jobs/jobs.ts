import { CompiledQuery } from "kysely";
import { PgBoss, systemClock, type WorkHandler } from "pg-boss";
import type { Logger } from "pino";
import type { Transaction } from "../database/orm.ts";
import { connectionLimits } from "../database/connection-limits.ts";
import { kyselyOf } from "../database/database.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../time/durations.rule.ts";

/** Background jobs, which any instance may run after the response. They survive the crash of a process. */
export interface JobQueue {
  /**
   * Adds a job in `transaction`: the job exists if and only if the transaction commits.
   * @param id makes the call idempotent: a second job with the same id is ignored
   */
  enqueue(transaction: Transaction, queue: QueueName, data: object, id?: string): Promise<void>;
  /** Adds many jobs of one queue in `transaction`. */
  enqueueAll(transaction: Transaction, queue: QueueName, jobs: NewJob[]): Promise<void>;
  /** Retries a job that failed permanently in `transaction`. */
  retryFailed(transaction: Transaction, queue: QueueName, id: string): Promise<void>;
  /** Deletes a job that failed permanently in `transaction`. */
  remove(transaction: Transaction, queue: QueueName, id: string): Promise<void>;
  /**
   * Runs the jobs of a queue.
   * @param handler if it throws, the job is retried with increasing delays for two days, mails for three days; after a
   *   `PermanentJobError`, the job fails without a retry
   */
  work(
    queue: QueueName,
    handler: (data: object, id: string) => Promise<void>,
    concurrency?: Concurrency,
  ): Promise<void>;
  /**
   * Runs a handler on a schedule, each time on one of the instances.
   * @param cron a cron expression in UTC, such as `17 * * * *`
   */
  schedule(queue: QueueName, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Stops fetching jobs, then resolves when the running ones have finished. */
  stop(): Promise<void>;
}

interface NewJob {
  data: object;
  /** The delay before the job starts, in seconds; none by default. */
  delay?: number;
  /** The jobs of a group run concurrently only up to a limit, so that they do not block those of other groups. */
  group?: string;
  /** A person waits for it, so it starts before all jobs of the queue that are not urgent. */
  isUrgent?: boolean;
}

/** For jobs that mostly wait for other servers. By default, the number of workers limits the concurrency. */
interface Concurrency {
  /** The number of jobs that this process runs concurrently, unless it has more workers. */
  total: number;
  /** Without one, groups do not limit the concurrency. */
  perGroup?: number;
  pollingSeconds?: number;
  /** One more runs only urgent jobs, so that they start even while all others wait for a slow server. */
  reservesUrgent?: true;
}

/** The priority of urgent jobs in pg-boss; that of the others is 0. */
const URGENT = 10;

/** A failure that a retry would not fix, so the job fails permanently. */
export class PermanentJobError extends Error {
  override name = "PermanentJobError";
}

/** The queues by name; `src/declarations.ts` lists them and fills this interface. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Queues {}

export type QueueName = keyof Queues;

const seconds = (milliseconds: number) => milliseconds / SECOND;

const queueOptions = {
  retryLimit: 100,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: seconds(HOUR) / 2,
  expireInSeconds: seconds(HOUR) / 6,
  // Jobs of a killed process are retried after half a minute instead of after they expire.
  heartbeatSeconds: 30,
  retentionSeconds: seconds(3 * DAY),
  deleteAfterSeconds: seconds(DAY),
};

/** How long mails that failed permanently can still be read and sent again. */
const FAILED_MAILS_KEPT = 14 * DAY;

const optionsOf: Partial<Record<QueueName, Partial<typeof queueOptions>>> = {
  mail: {
    // The last retry is after 70 hours, so that the job fails before the retention period could delete it unnoticed.
    retryLimit: 148,
    // The period starts when the mail is enqueued, even if it fails permanently and is then sent again.
    retentionSeconds: seconds(30 * DAY),
    // Delivered mails are deleted by housekeeping after a day.
    deleteAfterSeconds: seconds(FAILED_MAILS_KEPT),
  },
};

/**
 * Starts pg-boss in the schema `pgboss`, with its own connection pool.
 * @param workers the number of jobs per queue that this process runs concurrently; if 0, it only enqueues jobs
 */
export async function startJobs(
  databaseUrl: string,
  queueNames: readonly QueueName[],
  workers: number,
  log: Logger,
): Promise<JobQueue> {
  const boss = await startBoss(databaseUrl, queueNames, workers, log);
  return {
    async enqueue(transaction, queue, data, id) {
      await boss.send(queue, data, {
        ...(id !== undefined && { id }),
        db: connectionOf(transaction),
      });
    },
    async enqueueAll(transaction, queue, jobs) {
      const inserts = jobs.map(({ data, delay, group, isUrgent }) => ({
        data,
        ...(delay !== undefined && { startAfter: delay }),
        ...(group !== undefined && { group: { id: group } }),
        ...(isUrgent && { priority: URGENT }),
      }));
      if (inserts.length > 0) await boss.insert(queue, inserts, { db: connectionOf(transaction) });
    },
    async retryFailed(transaction, queue, id) {
      await boss.retry(queue, id, { db: connectionOf(transaction) });
    },
    async remove(transaction, queue, id) {
      await boss.deleteJob(queue, id, { db: connectionOf(transaction) });
    },
    async work(queue, handler, concurrency) {
      if (workers === 0) return;
      const options = {
        pollingIntervalSeconds: concurrency?.pollingSeconds ?? 0.5,
        // Skips the pause between jobs if more are waiting. Jobs are deliberately fetched one by one: if the process
        // were killed, all fetched jobs would run twice.
        burstWhenReadyExceeds: 1,
        perJobResults: true,
        localConcurrency: concurrency ? Math.max(concurrency.total, workers) : workers,
        ...(concurrency?.perGroup !== undefined && {
          localGroupConcurrency: concurrency.perGroup,
        }),
      } as const;
      const run: WorkHandler<object> = async ([job]) => {
        if (!job) return [];
        try {
          await handler(job.data, job.id);
          return [{ id: job.id, status: "completed" }];
        } catch (error) {
          if (!(error instanceof PermanentJobError)) throw error;
          return [{ id: job.id, status: "deadletter", output: { message: error.message } }];
        }
      };
      await boss.work<object>(queue, options, run);
      if (concurrency?.reservesUrgent)
        await boss.work<object>(
          queue,
          { ...options, localConcurrency: 1, minPriority: URGENT },
          run,
        );
    },
    async schedule(queue, cron, handler) {
      if (workers === 0) return;
      await boss.schedule(queue, cron);
      await boss.work(queue, { pollingIntervalSeconds: 60 }, () => handler());
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Returns `transaction` in the form that pg-boss expects. */
function connectionOf(transaction: Transaction) {
  const kysely = kyselyOf(transaction);
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

/**
 * Does not follow changes of the system clock. Otherwise, polling, the retries of jobs of killed processes, and
 * schedules would stop for as long as the clock is set back.
 */
const steadyClock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};

async function startBoss(
  databaseUrl: string,
  queueNames: readonly QueueName[],
  workers: number,
  log: Logger,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "propdesk-jobs",
    max: 2 + workers,
    // The limit is a minute, because maintenance also rebuilds bloated indexes.
    ...connectionLimits(MINUTE),
    supervise: workers > 0,
    schedule: workers > 0,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    queueCacheIntervalSeconds: 5,
    clock: steadyClock,
    // Schedules follow the clock of the database, which may be set, within a minute.
    clockMonitorIntervalSeconds: 60,
  });
  const warn = (error: Error) => log.warn({ err: error }, "jobs: database unavailable");
  boss.on("error", warn);
  // Its connections may still be closing when the database server is stopped.
  boss.once("stopped", () => boss.off("error", warn).on("error", () => {}));
  await boss.start();
  for (const name of queueNames) {
    const options = { ...queueOptions, ...optionsOf[name] };
    await boss.createQueue(name, options);
    // createQueue does not update existing queues, which may have the options of an earlier version.
    await boss.updateQueue(name, options);
  }
  return boss;
}
