import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useReplica } from "../../../../src/calls/replicas.ts";
import { startApp, type TestApp } from "../../../support/app.ts";
import type { Browser } from "../../../support/http.ts";
import { type Pair, startPair } from "../../../support/standby.ts";
import { waitUntil } from "../../../support/until.ts";

let pair: Pair;
let test: TestApp;
let administrator: Browser;

beforeAll(async () => {
  pair = await startPair();
  test = await startApp({
    databaseUrl: pair.primary,
    env: {
      DATABASE_URL: pair.primary,
      DATABASE_REPLICA_URLS: pair.standby,
      METRICS_TOKEN: "a token for Prometheus",
    },
  });
  administrator = await test.administrator();
});
afterAll(async () => {
  await test?.close();
  await pair?.close();
});

const isOnReplica = async () => (await useReplica(test.context)) !== test.context;
const caughtUp = () => waitUntil("the replica has caught up", isOnReplica);

const metricValues = async (name: string) =>
  (await test.context.metrics.registry.getSingleMetric(name)!.get()).values;

async function readOutcomes(): Promise<Record<string, number>> {
  const values = await metricValues("propdesk_replica_reads_total");
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

/** Makes reads and returns how often each outcome was counted for them. */
async function outcomesOf(reads: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readOutcomes();
  await reads();
  const after = await readOutcomes();
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - before[name]!]),
  );
}

const lagBytes = async () => (await metricValues("propdesk_replica_lag_bytes"))[0]!.value;

/** Counts the scans of a table on the standby. */
async function readsOnStandby(table: string): Promise<number> {
  const client = new pg.Client({ connectionString: pair.standby });
  await client.connect();
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ reads: number }>(
    "select (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname = $1",
    [table],
  );
  await client.end();
  return rows[0]?.reads ?? 0;
}

const emails = async () =>
  (await administrator.get("/api/admin/users"))
    .json<{ email: string }[]>()
    .map(({ email }) => email);

it("long reads of administrators use a replica, but reads of traders do not", async () => {
  const trader = await test.trader();
  await caughtUp();
  expect(await emails()).toContain(trader.email);
  expect((await administrator.get("/api/admin/payouts")).statusCode).toBe(200);
  for (const table of ["payout_requests", "trading_accounts"]) {
    await waitUntil(
      `the standby reports its reads of ${table}`,
      async () => (await readsOnStandby(table)) > 0,
    );
  }
  await trader.get("/api/user");
  await trader.get("/api/user/certificates");
  expect(await readsOnStandby("sessions")).toBe(0);
  expect(await readsOnStandby("certificates")).toBe(0);
});

it("a writer's next list contains the change even if the replica lags", async () => {
  await caughtUp();
  await pair.replay(false);
  const late = await test.trader();
  expect(await isOnReplica()).toBe(false);
  expect(await emails()).toContain(late.email);
  await pair.replay(true);
  await caughtUp();
  expect(await emails()).toContain(late.email);
});

it("the metrics count which reads used a replica, and how far it lagged", async () => {
  await waitUntil(
    "a list counts as read from the replica",
    async () => (await outcomesOf(emails)).used === 1,
  );
  await pair.replay(false);
  await test.trader();
  expect(await outcomesOf(emails)).toEqual({ used: 0, lagging: 1, unavailable: 0 });
  expect(await lagBytes()).toBeGreaterThan(0);
  await pair.replay(true);
});

it("an unreachable replica is bypassed", async () => {
  await caughtUp();
  await pair.stopStandby();
  const list = async () => (await administrator.get("/api/admin/users")).statusCode;
  expect(await outcomesOf(async () => expect(await list()).toBe(200))).toEqual({
    used: 0,
    lagging: 0,
    unavailable: 1,
  });
  expect((await administrator.query("admin.dashboard")).statusCode).toBe(200);
});
