import type { Pool } from "pg";
import type { QueueName } from "./jobs.ts";

/** What is to be done in one queue, by all processes together. */
export interface QueueState {
  queue: QueueName;
  /** It may begin, and nobody has begun it. */
  waiting: number;
  /** It has failed, and is tried again at its time. */
  retrying: number;
  active: number;
  /** Given up; kept for a day. */
  failed: number;
  /** Seconds that the first of those that wait has been waiting. */
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
