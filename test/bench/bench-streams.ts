import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type ClientRequest, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { entities } from "../../src/entities.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import {
  freePort,
  startEmbeddedPostgres,
} from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { waitUntil } from "../support/until.ts";
import { MeasuredServer } from "./measured-server.ts";
import { fillAccounts } from "./records/fill-records.ts";
import { post, signIn } from "./sign-in.ts";

const ACCESS_KEY = "the key of the benchmark";
const OPENED_AT_ONCE = 100;
const ACCOUNTS_IN_A_BATCH = 1000;
/** The number of accounts that are fed individually. */
const FEW = 100;

const { values: options } = parseArgs({
  options: {
    streams: { type: "string", default: "10000" },
    /** Seconds without changes; a session is checked once a minute. */
    idle: { type: "string", default: "60" },
  },
});

const undo: (() => unknown)[] = [];

/** Starts a database of accounts with an open stage, whose logins are the ids of their traders. */
async function openDatabase(dataDir: string, count: number): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: "warn" }) });
  undo.push(() => server.stop());
  const database = await connectDatabase(server.url, entities);
  await migrate(database);
  await fillAccounts(database.pool, count, count);
  await database.orm.close(true);
  return server.url;
}

/** The open streams of one administrator, one for each account. */
class Streams {
  /** When the latest change of an account arrived. */
  readonly changedAt = new Map<number, number>();
  readonly #url: string;
  readonly #cookie: string;
  readonly #agent = new Agent({ maxSockets: Infinity });
  readonly #requests: ClientRequest[] = [];

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  async open(userId: number): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ json: { userId } }));
    const request = get(`${this.#url}/api/trpc/admin.live?input=${input}`, {
      agent: this.#agent,
      headers: { accept: "text/event-stream", cookie: this.#cookie },
    });
    this.#requests.push(request);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if (response.statusCode !== 200)
      throw new Error(`A stream was answered ${response.statusCode}`);
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    response.on("data", (chunk: Buffer) => {
      if (chunk.includes('"at"')) this.changedAt.set(userId, performance.now());
    });
  }

  close(): void {
    for (const request of this.#requests) request.destroy();
    this.#agent.destroy();
  }
}

const firstIds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

let minute = Date.UTC(2026, 0, 5, 8);

/** Feeds a snapshot to each account. */
async function feed(url: string, token: string, ids: number[]): Promise<void> {
  const time = new Date((minute += 60_000)).toISOString();
  for (let start = 0; start < ids.length; start += ACCOUNTS_IN_A_BATCH) {
    const accounts = ids.slice(start, start + ACCOUNTS_IN_A_BATCH).map((id) => ({
      login: String(id),
      deals: [],
      operations: [],
      snapshots: [{ time, balance: "100000.00", equity: "100000.00" }],
    }));
    await post(url, "/api/feed", { authorization: `Bearer ${token}` }, { accounts });
  }
}

/** @returns the seconds until half of the accounts' streams, and all of them, had the change */
async function feedAndFollow(url: string, token: string, ids: number[], streams: Streams) {
  streams.changedAt.clear();
  const startedAt = performance.now();
  await feed(url, token, ids);
  const storedAfter = (performance.now() - startedAt) / 1000;
  await waitUntil("every stream has the change", () => streams.changedAt.size === ids.length);
  const arrivals = [...streams.changedAt.values()].toSorted((a, b) => a - b);
  const [half, all] = [arrivals[arrivals.length >> 1]!, arrivals.at(-1)!].map(
    (at) => (at - startedAt) / 1000,
  );
  return `stored after ${storedAfter.toFixed(1)} s, half of the streams had it after ${half!.toFixed(1)} s, all after ${all!.toFixed(1)} s`;
}

async function bench(): Promise<void> {
  const count = Number(options.streams);
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-streams-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await openDatabase(dataDir, count);
  const server = new MeasuredServer("app", ["src/start.mjs", "--no-client"], await freePort(), {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT: "off",
    ADMIN_ACCESS_KEY: ACCESS_KEY,
  });
  undo.push(() => server.stop());
  await server.ready("/api/health");
  const { url } = server;
  const cookie = await signIn(url, "/api/admin/login", { accessKey: ACCESS_KEY });
  const fields = { label: "Bench", scopes: ["feed:write"] };
  const { token } = (await (await post(url, "/api/admin/tokens", { cookie }, fields)).json()) as {
    token: string;
  };
  const ids = firstIds(count);
  // The first record of an account costs more than those that follow.
  await feed(url, token, ids);
  const print = (line: string) => process.stdout.write(`${line}\n`);

  const streams = new Streams(url, cookie);
  undo.push(() => streams.close());
  const before = await server.usage();
  const openedAt = performance.now();
  for (let start = 0; start < count; start += OPENED_AT_ONCE) {
    await Promise.all(ids.slice(start, start + OPENED_AT_ONCE).map((id) => streams.open(id)));
  }
  const opened = await server.usage();
  const kilobytes = (opened.rss - before.rss) / 1000 / count;
  print(`${count} streams opened in ${((performance.now() - openedAt) / 1000).toFixed(0)} s`);
  print(`Memory: ${(opened.rss / 1e6).toFixed(0)} MB, ${kilobytes.toFixed(0)} kB for each stream`);
  print(`CPU: ${((opened.cpu - before.cpu) / count).toFixed(1)} ms for each stream that is opened`);

  await sleep(Number(options.idle) * 1000);
  const idle = await server.usage();
  const load = (idle.cpu - opened.cpu) / (Number(options.idle) * 10);
  print(`CPU while nothing happens: ${load.toFixed(0)} % of a core`);
  const few = ids.slice(0, FEW);
  print(`${few.length} accounts fed: ${await feedAndFollow(url, token, few, streams)}`);
  await sleep(2000);
  print(`All accounts fed: ${await feedAndFollow(url, token, ids, streams)}`);
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
