import type { Pool } from "pg";
import type { QueueName } from "./jobs.ts";

/** The unfinished jobs of one queue, across all processes. */
export interface QueueState {
  queue: QueueName;
  /** Due, but not started. */
  waiting: number;
  /** Failed at least once, and scheduled for a retry. */
  retrying: number;
  active: number;
  /** Failed permanently. These jobs are kept for a day, mails for 14 days. */
  failed: number;
  /** Seconds since the oldest waiting job became due. */
  oldest: number;
}

export async function readQueues(pool: Pool): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(
    `select name as queue,
       count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
       count(*) filter (where state = 'retry')::int as retrying,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(start_after)
         filter (where state = 'created' and start_after <= now())), 0)::float8 as oldest
     from pgboss.job where state <> 'completed' and name not like '\\_\\_%' group by name`,
  );
  return rows;
}
