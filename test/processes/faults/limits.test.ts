import { get } from "node:http";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { toErrorResponse } from "../../../src/calls/errors-to-http.ts";
import { inTransaction } from "../../../src/platform/database/database.ts";
import { findRunningPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { PASSWORD, registration, startApp } from "../../support/app.ts";
import { createDatabase } from "../../support/database.ts";
import { Processes, sendSignal } from "../../support/process.ts";
import { waitUntil } from "../../support/until.ts";

const processes = new Processes();
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await processes.cleanUp();
});

/** Starts an app whose connections have their own limits, and another client of the same database. */
async function appWithLimits(limits: string, options: { listen?: boolean } = {}) {
  const { url, drop } = await createDatabase();
  closers.push(drop);
  const app = await startApp({ databaseUrl: `${url}?${limits}`, ...options });
  closers.push(() => app.close());
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  closers.push(() => other.end());
  return { app, other };
}

function expectBusy(
  answer: { statusCode: number; headers: object; body: string },
  reason = "The service is busy or restarting.",
): void {
  expect(answer.statusCode, answer.body).toBe(503);
  expect(Number((answer.headers as Record<string, string>)["retry-after"])).toBeGreaterThan(0);
  expect(answer.body).toContain(reason);
}

describe("a call that encounters", () => {
  it.each([
    [
      "a lock that is held too long",
      "lock_timeout=3000",
      "A longer change of the same data, such as an import, is in progress.",
    ],
    [
      "a statement that takes too long",
      "statement_timeout=3000&lock_timeout=0",
      "The service is busy or restarting.",
    ],
  ])(
    "%s returns 503 with Retry-After, and succeeds once the cause is gone",
    async (_, limits, reason) => {
      const { app, other } = await appWithLimits(limits);
      const trader = await app.trader();
      await other.query("begin; lock table trading_accounts in access exclusive mode");
      const answers = await Promise.all([
        trader.get("/api/user/account"),
        trader.get("/api/trpc/trader.account"),
        app.visitor().post("/api/register", registration()),
      ]);
      for (const answer of answers) expectBusy(answer, reason);
      await other.query("rollback");
      expect((await trader.get("/api/user/account")).statusCode).toBe(200);
    },
  );

  it("no free connection returns 503 with Retry-After", async () => {
    const { app } = await appWithLimits("");
    const trader = await app.trader();
    const { pool } = app.context.database;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    expectBusy(await trader.get("/api/user/account"));
    for (const client of taken) client.release();
    expect((await trader.get("/api/user/account")).statusCode).toBe(200);
  });

  it("connections closed during transactions succeeds on other connections", async () => {
    const { app, other } = await appWithLimits("");
    const trader = await app.trader();
    const { pool } = app.context.database;
    for (let round = 0; round <= pool.options.max; round += 1) {
      const broken = inTransaction(app.context.database, async (transaction) => {
        const [{ pid }] = await transaction.execute<[{ pid: number }]>(
          "select pg_backend_pid() as pid",
        );
        await other.query("select pg_terminate_backend($1)", [pid]);
        await transaction.execute("update users set city = 'Nowhere'");
      });
      const error = await broken.catch((cause: unknown) => cause);
      expect(toErrorResponse(error)).toMatchObject({ status: 503 });
    }
    expect((await trader.get("/api/user")).json()).toMatchObject({ city: "London" });
  });

  it("a stalled transaction returns 503 and changes nothing", async () => {
    const { app, other } = await appWithLimits("idle_in_transaction_session_timeout=3000");
    const trader = await app.trader();
    const broken = inTransaction(app.context.database, async (transaction) => {
      await transaction.execute("update users set city = 'Nowhere'");
      await waitUntil("PostgreSQL has ended the transaction", async () => {
        const { rows } = await other.query(
          "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        );
        return rows.length === 0;
      });
      await transaction.execute("select 1");
    });
    const error = await broken.catch((cause: unknown) => cause);
    expect(toErrorResponse(error)).toMatchObject({ status: 503, details: { retryAfter: 5 } });
    expect((await trader.get("/api/user")).json()).toMatchObject({ city: "London" });
  });
});

it("a list reaches a client that reads more slowly than the statement timeout", async () => {
  const { app, other } = await appWithLimits(
    "statement_timeout=4000&idle_in_transaction_session_timeout=4000",
    { listen: true },
  );
  await other.query(
    `with made as (
       insert into users (full_name, email, street, created_at)
       select 'Trader ' || n, 'slow' || n || '@example.com', repeat('x', 1000), now()
       from generate_series(1, 20000) n returning id)
     insert into trading_accounts (user_id, created_at) select id, now() from made`,
  );
  const administrator = await app.administrator();
  const cookie = [...administrator.cookies]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("; ");
  const text = await new Promise<string>((resolve, reject) => {
    get(`${app.url}/api/admin/users`, { headers: { cookie } }, (response) => {
      let body = "";
      // Until the client reads, the socket buffers are full and the server blocks: for longer than both limits.
      setTimeout(() => {
        response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        response.once("end", () => resolve(body)).once("error", reject);
      }, 9000);
    }).once("error", reject);
  });
  expect(JSON.parse(text)).toHaveLength(20_000);
});

it("calls return 503 while PostgreSQL hangs with its connections open", async () => {
  const app = await processes.start({ env: { LOG_LEVEL: "warn", RATE_LIMIT: "off" } });
  const olivia = app.visitor();
  const sent = registration();
  await olivia.post("/api/register", sent);
  const client = new pg.Client({ connectionString: await findRunningPostgres(app.dataDir) });
  await client.connect();
  // First, so that no connections are added to those that are listed.
  const postmaster = await app.postgres();
  sendSignal(postmaster, "SIGSTOP");
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  await client.end();
  const stopped = [postmaster, ...rows.map(({ pid }) => pid)];
  // Any of them may have ended since they were listed.
  for (const pid of stopped) sendSignal(pid, "SIGSTOP");
  try {
    const calls = await Promise.all(
      Array.from({ length: 14 }, () => olivia.get("/api/user/account")),
    );
    for (const { status, headers, text } of calls) {
      expect(status, text).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  } finally {
    for (const pid of stopped) sendSignal(pid, "SIGCONT");
  }
  await waitUntil(
    "calls succeed again",
    async () => (await olivia.get("/api/user/account")).status === 200,
  );
  const again = await app.visitor().post("/api/login", { email: sent.email, password: PASSWORD });
  expect(again.status).toBe(200);
});
