import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import pg from "pg";
import { queueNames } from "../../../src/declarations.ts";
import { startJobs } from "../../../src/platform/jobs/jobs.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import { createDatabase } from "../../support/database.ts";

const log = pino({ level: "silent" });

const HOUR = 60 * 60;

interface QueueOptions {
  name: string;
  retry_limit: number;
  retry_delay: number;
  retry_delay_max: number;
  expire_seconds: number;
  retention_seconds: number;
}

/** Returns the earliest time of the last retry of a job, in seconds after its creation. */
function retriesLast(queue: QueueOptions): number {
  const delays = Array.from({ length: queue.retry_limit }, (_, retry) =>
    Math.min(queue.retry_delay * 2 ** retry, queue.retry_delay_max),
  );
  return delays.reduce((sum, delay) => sum + delay, 0);
}

async function connectToNewDatabase(): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return { url, client };
}

it("stops retrying mails after 70 hours and other jobs after 46, before the queue would delete them", async () => {
  const { url, client } = await connectToNewDatabase();
  await (await startJobs(url, queueNames, 0, log)).stop();
  const { rows } = await client.query<QueueOptions>(
    `select name, retry_limit, retry_delay, retry_delay_max, expire_seconds, retention_seconds
     from pgboss.queue where name = any($1)`,
    [queueNames],
  );
  expect(rows).toHaveLength(queueNames.length);
  for (const queue of rows) {
    const duration = retriesLast(queue);
    const hours = queue.name === "mail" ? 70 : 46;
    expect([queue.name, Math.round(duration / HOUR)]).toEqual([queue.name, hours]);
    expect(queue.retention_seconds).toBeGreaterThanOrEqual(duration);
    // Longer than a slow mail server takes, but short enough to retry a job that hangs.
    expect(queue.expire_seconds).toBe(600);
  }
});

it("updates the options of queues that an earlier version created", async () => {
  const { url, client } = await connectToNewDatabase();
  const readOptions = async () => {
    const { rows } = await client.query(
      `select name, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
         heartbeat_seconds, retention_seconds, deletion_seconds
       from pgboss.queue where name = any($1) order by name`,
      [queueNames],
    );
    return rows;
  };
  await (await startJobs(url, queueNames, 0, log)).stop();
  const created = await readOptions();
  expect(created).toHaveLength(queueNames.length);
  await client.query(
    `update pgboss.queue set retry_limit = 1, retry_delay = 1, retry_backoff = false,
       retry_delay_max = null, expire_seconds = 60, heartbeat_seconds = null,
       retention_seconds = 60, deletion_seconds = 60
     where name = any($1)`,
    [queueNames],
  );
  await (await startJobs(url, queueNames, 0, log)).stop();
  expect(await readOptions()).toEqual(created);
});

it("retries the job of a killed process although the clock was set back", async () => {
  const { url, client } = await connectToNewDatabase();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * DAY });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = await startJobs(url, queueNames, 1, log);
  onTestFinished(() => jobs.stop());
  vi.useRealTimers();
  const { rows } = await client.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
     values ('mail', '{}', 'active', now() - interval '1 minute', now() - interval '1 minute', 30, 1)
     returning id`,
  );
  const retried = new Promise<string>((resolve, reject) => {
    jobs.work("mail", async (_data, id) => resolve(id)).catch(reject);
  });
  expect(await retried).toBe(rows[0]!.id);
});
