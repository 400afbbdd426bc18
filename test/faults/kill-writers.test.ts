import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { findRunningPostgres } from "../../src/database/embedded-postgres.ts";
import { PASSWORD } from "../support/app.ts";
import { type AppProcess, Processes } from "../support/process.ts";
import { until } from "../support/until.ts";
import { startWriting } from "../support/writers.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

vi.setConfig({ testTimeout: 240_000 });

const accessKey = "the key of this test";

async function signedIn(app: AppProcess) {
  const administrator = app.visitor();
  expect((await administrator.post("/api/admin/login", { accessKey })).status).toBe(200);
  return administrator;
}

/** Asks the app's own PostgreSQL. */
async function count(app: AppProcess, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(app.dataDir) });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(query);
  await client.end();
  return rows[0]!.count;
}

/** Traders without an account, or with two; payouts, sessions and resets that are half there. */
const halfDone = {
  "traders without exactly one account": `
    select count(*)::int from (
      select u.id from users u left join trading_accounts a on a.user_id = u.id
      group by u.id having count(a.id) <> 1) t`,
  "registered traders without a session": `
    select count(*)::int from users u
    where password is not null and not exists (select 1 from sessions where user_id = u.id)`,
  "invited traders without a reset token": `
    select count(*)::int from users where password is null and reset_token is null`,
  "decided payouts without the notes of the decision": `
    select count(*)::int from payout_requests
    where (status = 'pending') <> (admin_notes is null)`,
};

async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

it.each([
  ["the app", false],
  ["the app and PostgreSQL", true],
])(
  "kill -9 of %s amid eight writers loses nothing, and leaves nothing half done",
  async (_, both) => {
    const env = { ADMIN_ACCESS_KEY: accessKey, RATE_LIMIT: "off", LOG_LEVEL: "warn" };
    const first = await processes.start({ env });
    const { done, ended } = startWriting(first, await signedIn(first));
    await until(
      "enough is written",
      () => done.registered.length >= 60 && done.invited.length >= 20,
    );
    const postgres = await first.postgres();
    await first.signal("SIGKILL");
    if (both) process.kill(postgres, "SIGKILL");
    await ended;

    const port = Number(new URL(first.url).port);
    const second = await processes.start({ dataDir: first.dataDir, port, env });
    const administrator = await signedIn(second);
    const users = (await administrator.get("/api/admin/users")).json<
      { id: number; email: string }[]
    >();
    const known = new Map(users.map(({ id, email }) => [id, email]));
    for (const { id, email } of [...done.registered, ...done.invited]) {
      expect(known.get(id)).toBe(email);
    }
    const payouts = (await administrator.get("/api/admin/payouts")).json<
      { id: number; status: string }[]
    >();
    const present = new Map(payouts.map(({ id, status }) => [id, status]));
    expect(done.payouts.size).toBeGreaterThan(20);
    for (const [id, status] of done.payouts) {
      if (done.undecided.has(id)) expect(present.has(id)).toBe(true);
      else expect(present.get(id)).toBe(status);
    }
    for (const [what, query] of Object.entries(halfDone)) {
      expect(await count(second, query), what).toBe(0);
    }
    const last = done.registered.at(-1)!;
    const signIn = { email: last.email, password: PASSWORD };
    expect((await second.visitor().post("/api/login", signIn)).status).toBe(200);

    await until("every invitation is delivered", async () => {
      const mails = await mailsIn(second.dataDir);
      return done.invited.every(({ email }) => mails.some((mail) => mail.includes(`To: ${email}`)));
    });
    // Those that were committed but never answered are mailed, too, and nobody twice.
    const invited = await count(second, "select count(*)::int from users where password is null");
    await until("the rest is delivered", async () => {
      return (await mailsIn(second.dataDir)).length >= invited;
    });
    expect(await mailsIn(second.dataDir)).toHaveLength(invited);
  },
);
