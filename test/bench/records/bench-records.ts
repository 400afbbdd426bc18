import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { buildApp } from "../../../src/app.ts";
import { writeMt4Html } from "../../../src/demo/statements/write-statement.ts";
import { createAdministrator } from "../../../src/identity/team/administrators.ts";
import { openContext } from "../../../src/open-context.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { startEmbeddedPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { systemClock } from "../../../src/platform/time/clock.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { Browser } from "../../support/http.ts";
import { uploadStatement } from "../../support/records.ts";
import { type Comparison, compareCpu } from "./compare-cpu.ts";
import { feedComparisons, historyComparisons, importComparison } from "./comparisons.ts";
import { fillAccounts, fillSnapshots } from "./fill-records.ts";
import { conductComparison } from "./conduct-comparison.ts";
import { engineComparison, judgedFeedComparison } from "./verdict-comparisons.ts";
import { heavyStatement } from "./heavy-account.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    /** The snapshots of the account whose history is read. */
    snapshots: { type: "string", default: "1000000" },
    /** The number of all accounts; at least 3,000. */
    accounts: { type: "string", default: "10000" },
    /** The accounts of the judged batch; the same number of accounts is only stored. */
    judged: { type: "string", default: "10000" },
    /** The trades of an imported statement. */
    trades: { type: "string", default: "10000" },
    /** The snapshots in a batch of the feed; at most 1,000. */
    batch: { type: "string", default: "1000" },
  },
});

/** The account whose history is read. */
const HEAVY = 3000;

const undo: (() => unknown)[] = [];

/** Starts the app in this process, on a temporary PostgreSQL. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-bench-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log });
  undo.push(() => server.stop());
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: "off", DEMO: "0" });
  const secrets = await readSecrets(config);
  const { url: databaseUrl } = server;
  const opened = await openContext({ config, secrets, databaseUrl, log, clock: systemClock });
  undo.push(opened.close);
  const app = await buildApp(opened.context, randomBytes(32));
  undo.push(() => app.close());
  const pid = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return { context: opened.context, app, postmaster: Number(pid.split("\n")[0]) };
}

async function bench(): Promise<void> {
  const { context, app, postmaster } = await start();
  const { pool } = context.database;
  const judged = { firstLogin: HEAVY + 1, count: Number(options.judged) };
  await fillAccounts(pool, Math.max(Number(options.accounts), HEAVY + 2 * judged.count));
  const administrator = new Browser(app);
  const accessKey = await createAdministrator(context, "Bench");
  await administrator.post("/api/admin/login", { accessKey });
  const fields = { label: "Bench", scopes: ["feed:write"] };
  const { token } = (await administrator.post("/api/admin/tokens", fields)).json<{
    token: string;
  }>();
  const bridge = new Browser(app);
  bridge.headers.authorization = `Bearer ${token}`;
  const sizes = { trades: Number(options.trades), batch: Number(options.batch) };
  const tools = { administrator, bridge, pool, ...sizes };
  const run = async (comparisons: Comparison[]) => {
    for (const comparison of comparisons) {
      const rounds = Number(options.rounds);
      process.stdout.write(await compareCpu(comparison, { postmaster, rounds }));
    }
  };
  process.stdout.write(
    "| call | ms CPU, server and PostgreSQL | by hand | ratio | goal |\n| --- | ---: | ---: | ---: | ---: |\n",
  );
  await run([engineComparison(), conductComparison(), await judgedFeedComparison(tools, judged)]);
  await run(await feedComparisons(tools));
  await run([importComparison(tools)]);
  await uploadStatement(
    administrator,
    HEAVY,
    writeMt4Html(heavyStatement(String(HEAVY), sizes.trades)),
  );
  await fillSnapshots(context, HEAVY, Number(options.snapshots));
  await run(await historyComparisons(tools, HEAVY));
  const { rows } = await pool.query<{ bytes: number }>(
    "select (pg_total_relation_size('snapshots') / count(*))::int as bytes from snapshots",
  );
  process.stdout.write(`A snapshot takes ${rows[0]!.bytes} bytes with its index.\n`);
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
