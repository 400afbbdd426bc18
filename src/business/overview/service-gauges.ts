import { Gauge } from "prom-client";
import type { Context } from "../../platform/context.ts";
import { readQueues } from "../../platform/jobs/jobs.queries.ts";
import { SECOND } from "../../platform/lib/clock.ts";
import { readOverview } from "./overview.queries.ts";

/** The database is asked this often at most, however many fetch the metrics. */
const FRESH = 15 * SECOND;

/**
 * What is looked up when the metrics are fetched: the connections of this process, and the jobs and
 * payouts of the whole service, which every process tells alike.
 */
export function registerServiceGauges(context: Context): void {
  const { database, log, metrics } = context;
  const registers = [metrics.registry];
  const { pool } = database;
  const connections = new Gauge({
    name: "propdesk_database_connections",
    help: "Connections of this process, and calls that wait for one",
    labelNames: ["state"] as const,
    registers,
    collect() {
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers, collect: () => lookUp() });
  const isUp = gauge("propdesk_database_up", "1 where it answered when it was last asked", []);
  const jobs = gauge("propdesk_jobs", "Jobs that are not done", ["queue", "state"]);
  const oldest = gauge("propdesk_jobs_oldest_seconds", "How long the first job waits", ["queue"]);
  const payouts = gauge("propdesk_payouts", "Payout requests", ["status"]);

  async function read(): Promise<void> {
    const [queues, overview] = await Promise.all([readQueues(pool), readOverview(context)]);
    jobs.reset();
    oldest.reset();
    for (const { queue, oldest: seconds, ...states } of queues) {
      oldest.set({ queue }, seconds);
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
    }
    for (const [status, { count }] of Object.entries(overview.payouts.byStatus)) {
      payouts.set({ status }, count);
    }
  }

  let lookedUpAt = -Infinity;
  let lookedUp: Promise<void> = Promise.resolve();
  function lookUp(): Promise<void> {
    if (performance.now() - lookedUpAt < FRESH) return lookedUp;
    lookedUpAt = performance.now();
    lookedUp = read().then(
      () => isUp.set(1),
      (error: unknown) => {
        log.warn({ err: error }, "metrics: the database does not answer");
        isUp.set(0);
      },
    );
    return lookedUp;
  }
}
