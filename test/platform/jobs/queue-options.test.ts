import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import pg from "pg";
import { queueNames, startJobs } from "../../../src/platform/jobs/jobs.ts";
import { createDatabase } from "../../support/database.ts";

const log = pino({ level: "silent" });

it("updates the options of queues that an earlier version created", async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const readOptions = async () => {
    const { rows } = await client.query(
      `select name, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
         heartbeat_seconds, retention_seconds, deletion_seconds
       from pgboss.queue where name = any($1) order by name`,
      [queueNames],
    );
    return rows;
  };
  await (await startJobs(url, 0, log)).stop();
  const created = await readOptions();
  expect(created).toHaveLength(queueNames.length);
  await client.query(
    `update pgboss.queue set retry_limit = 1, retry_delay = 1, retry_backoff = false,
       retry_delay_max = null, expire_seconds = 60, heartbeat_seconds = null,
       retention_seconds = 60, deletion_seconds = 60
     where name = any($1)`,
    [queueNames],
  );
  await (await startJobs(url, 0, log)).stop();
  expect(await readOptions()).toEqual(created);
});
