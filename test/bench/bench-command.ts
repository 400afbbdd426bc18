import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { readConfig } from "../../src/platform/config/config.ts";
import { readSecrets } from "../../src/platform/vault/secrets.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import {
  freePort,
  startEmbeddedPostgres,
} from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { createCipher } from "../../src/platform/vault/cipher.ts";
import { makeCalls } from "./calls.ts";
import { BENCH_ADMIN_KEY, BENCH_PASSWORD, fill } from "./data/fill.ts";
import { progressBar } from "./data/progress.ts";
import { MeasuredServer } from "./measured-server.ts";
import { scenarios, type Visitors } from "./scenarios.ts";
import { signIn } from "./sign-in.ts";
import { entities } from "../../src/entities.ts";

const CONNECTIONS = 16;
const TRADERS = 16;

const { values: options } = parseArgs({
  options: {
    traders: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    /** How often the cheapest call is made in each round; more expensive ones are made less often. */
    calls: { type: "string", default: "2000" },
  },
});

const undo: (() => Promise<unknown>)[] = [];

/** Opens `DATABASE_URL`, filled if it is empty, or else a temporary embedded PostgreSQL. */
async function openDatabase(dataDir: string): Promise<string> {
  const given = process.env.DATABASE_URL;
  const server = given
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: pino({ level: "warn" }) });
  if (server) undo.push(() => server.stop());
  const url = given ?? server!.url;
  const database = await connectDatabase(url, entities);
  await migrate(database);
  const { rows } = await database.pool.query("select 1 from users limit 1");
  if (rows.length === 0) {
    const { keyring } = await readSecrets(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url }));
    const traders = Number(options.traders);
    const size = { traders, payouts: 3 * traders };
    await fill(database, createCipher(keyring), size, progressBar);
  }
  const emails = await database.pool.query<{ email: string }>(
    "select email from users where id <= $1 order by id",
    [TRADERS],
  );
  traderEmails.push(...emails.rows.map(({ email }) => email));
  await database.orm.close(true);
  return url;
}

const traderEmails: string[] = [];

async function signInAll(url: string): Promise<Visitors> {
  const traders: string[] = [];
  for (const email of traderEmails) {
    traders.push(await signIn(url, "/api/login", { email, password: BENCH_PASSWORD }));
  }
  const administrator = await signIn(url, "/api/admin/login", { accessKey: BENCH_ADMIN_KEY });
  return { traders, administrator };
}

interface Measured {
  /** Milliseconds of the server's CPU time per call. */
  cpu: number;
  /** Calls per second, which depends on what else runs on the machine. */
  rate: number;
}

async function measure(
  server: MeasuredServer,
  scenario: (typeof scenarios)[number],
  visitors: Visitors,
): Promise<Measured> {
  const count = Math.max(CONNECTIONS, Math.round(Number(options.calls) * scenario.share));
  const [cpuBefore, startedAt] = [(await server.usage()).cpu, performance.now()];
  const call = (index: number) => scenario.call(visitors, index);
  await makeCalls(server.url, call, count, CONNECTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  return { cpu: ((await server.usage()).cpu - cpuBefore) / count, rate: count / seconds };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function bench(): Promise<void> {
  const dataDir = process.env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "propdesk-bench-")));
  if (!process.env.DATA_DIR) undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await openDatabase(dataDir);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const product = new MeasuredServer(
    "product",
    ["src/start.mjs", "--no-client"],
    await freePort(),
    { ...env, RATE_LIMIT: "off" },
  );
  undo.push(() => product.stop());
  const ceiling = new MeasuredServer("ceiling", ["test/bench/ceiling.ts"], await freePort(), env);
  undo.push(() => ceiling.stop());
  await product.ready("/api/health");
  await ceiling.ready("/api/admin/dashboard");
  const visitors = await signInAll(product.url);

  const lines = [
    "| call | product, ms CPU | ceiling, ms CPU | ratio | product, calls/s | ceiling, calls/s |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
  ];
  for (const scenario of scenarios) {
    const measured = new Map<MeasuredServer, Measured[]>([
      [product, []],
      [ceiling, []],
    ]);
    for (const server of measured.keys()) await measure(server, scenario, visitors);
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const [server, rounds] of measured) {
        rounds.push(await measure(server, scenario, visitors));
      }
    }
    const figure = (server: MeasuredServer, what: keyof Measured) =>
      median(measured.get(server)!.map((round) => round[what]));
    const [cpu, least] = [figure(product, "cpu"), figure(ceiling, "cpu")];
    const rates = [figure(product, "rate"), figure(ceiling, "rate")].map((rate) => rate.toFixed(0));
    lines.push(
      `| ${scenario.name} | ${cpu.toFixed(3)} | ${least.toFixed(3)} | ${(cpu / least).toFixed(1)} | ${rates.join(" | ")} |`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
