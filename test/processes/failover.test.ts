import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registration } from "../support/app.ts";
import { appCommand, type AppProcess, Processes, quickHashes } from "../support/process.ts";
import { type Pair, startPair } from "../support/standby.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();
let pair: Pair;
/** The URL of the present primary. */
let primaryUrl: string;
let app: AppProcess;

beforeAll(async () => {
  pair = await startPair();
  await pair.synchronize();
  primaryUrl = pair.primary;
  const [primary, standby] = [new URL(pair.primary), new URL(pair.standby)];
  const servers = `${primary.host},${standby.host}${primary.pathname}`;
  app = await processes.start({
    command: appCommand(...quickHashes),
    env: {
      DATABASE_URL: `postgres://${primary.username}:${primary.password}@${servers}?target_session_attrs=read-write`,
      RATE_LIMIT: "off",
    },
  });
});
afterAll(async () => {
  await processes.cleanUp();
  await pair?.close();
});

/** Registers traders one after the other until `stop`, and returns the emails for which the app answered 201. */
function registerTraders() {
  const emails: string[] = [];
  const statuses = new Set<number>();
  const stopped = new AbortController();
  const register = async () => {
    while (!stopped.signal.aborted) {
      const sent = registration();
      const { status } = await app.visitor().post("/api/register", sent);
      statuses.add(status);
      if (status === 201) emails.push(sent.email);
    }
  };
  const running = Promise.all([register(), register(), register()]);
  return {
    emails,
    statuses,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

it("follows the primary to the promoted standby, which has every acknowledged write", async () => {
  const traders = registerTraders();
  await waitUntil("traders are registered", () => traders.emails.length > 30);
  await pair.failOver();
  primaryUrl = pair.standby;
  const before = traders.emails.length;
  await waitUntil("registrations go on", () => traders.emails.length > before + 30);
  await traders.stop();

  expect([201, 503]).toEqual(expect.arrayContaining([...traders.statuses]));
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  const { rows } = await client.query<{ email: string }>("select email from users");
  await client.end();
  expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(traders.emails));
});

it("connects to a primary that is not the first server of the URL", async () => {
  await app.signal("SIGTERM");
  const again = await processes.start({
    dataDir: app.dataDir,
    env: { DATABASE_URL: primaryUrl.replace("@", "@127.0.0.1:1,") },
  });
  expect(await again.health()).toBe(200);
});
