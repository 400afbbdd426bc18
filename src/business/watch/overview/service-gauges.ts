import { Gauge } from "prom-client";
import type { Context } from "../../../platform/context.ts";
import { readQueues } from "../../../platform/jobs/jobs.queries.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { readOverview } from "./overview.queries.ts";

/** The database is queried at most once per interval, regardless of how often metrics are fetched. */
const REFRESH_INTERVAL = 15 * SECOND;

/**
 * Registers gauges that are read when metrics are fetched: connections of this process, and the jobs and payouts of
 * the whole service, for which every process reports the same values.
 */
export function registerServiceGauges(context: Context): void {
  const { database, log, metrics } = context;
  const registers = [metrics.registry];
  const { pool } = database;
  const connections = new Gauge({
    name: "propdesk_database_connections",
    help: "Connections of this process, and calls waiting for one",
    labelNames: ["state"] as const,
    registers,
    collect() {
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers, collect: () => refresh() });
  const isUp = gauge("propdesk_database_up", "1 if the database answered the last query", []);
  const jobs = gauge("propdesk_jobs", "Unfinished jobs", ["queue", "state"]);
  const oldest = gauge("propdesk_jobs_oldest_seconds", "Age of the oldest waiting job", ["queue"]);
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

  let refreshedAt = -Infinity;
  let refreshed: Promise<void> = Promise.resolve();
  function refresh(): Promise<void> {
    if (performance.now() - refreshedAt < REFRESH_INTERVAL) return refreshed;
    refreshedAt = performance.now();
    refreshed = read().then(
      () => isUp.set(1),
      (error: unknown) => {
        log.warn({ err: error }, "metrics: the database does not respond");
        isUp.set(0);
      },
    );
    return refreshed;
  }
}
