import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { compareChanged } from "../../../src/business/links/runs/compare-accounts.ts";
import { runByNight } from "../../../src/business/links/runs/link-runs.ts";
import { markChanged } from "../../../src/business/record/derivation/changed-accounts.ts";
import { openContext } from "../../../src/open-context.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { startEmbeddedPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { systemClock } from "../../../src/platform/time/clock.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { fill } from "../data/fill.ts";
import { postgresCpu } from "../records/postgres-cpu.ts";
import { fillTrades } from "./fill-trades.ts";

const { values: options } = parseArgs({
  options: {
    traders: { type: "string", default: "10000" },
    /** Of each trader, in 30 days. */
    trades: { type: "string", default: "100" },
  },
});

const undo: (() => unknown)[] = [];

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-bench-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log });
  undo.push(() => server.stop());
  const config = readConfig({ DATA_DIR: dataDir });
  const secrets = await readSecrets(config);
  const databaseUrl = server.url;
  const { context, close } = await openContext({
    config,
    secrets,
    databaseUrl,
    log,
    clock: systemClock,
  });
  undo.push(close);
  const pid = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return { context, databaseUrl, postmaster: Number(pid.split("\n")[0]) };
}

async function bench(): Promise<void> {
  const { context, databaseUrl, postmaster } = await start();
  const { database, cipher } = context;
  const [traders, trades] = [Number(options.traders), Number(options.trades)];
  await fill(database, cipher, { traders, payouts: 0 }, () => () => {});
  await fillTrades(databaseUrl, { traders, trades, start: new Date(Date.now() - 30 * DAY) });
  process.stdout.write(
    "| comparison | seconds | s CPU, process | s CPU, PostgreSQL | MiB, process | ms, longest stall |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
  );
  async function measure(name: string, compare: () => Promise<void>) {
    const [began, before, ofPostgres] = [
      performance.now(),
      process.cpuUsage(),
      await postgresCpu(postmaster),
    ];
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await compare();
    delay.disable();
    const { user, system } = process.cpuUsage(before);
    const figures = [
      (performance.now() - began) / 1000,
      (user + system) / 1_000_000,
      ((await postgresCpu(postmaster)) - ofPostgres) / 1000,
      process.memoryUsage.rss() / 2 ** 20,
      delay.max / 1_000_000,
    ];
    process.stdout.write(
      `| ${name} | ${figures.map((figure) => figure.toFixed(1)).join(" | ")} |\n`,
    );
  }
  await measure("all accounts", () => runByNight(context));
  const [run] = await database.kysely
    .selectFrom("link_runs")
    .select(["accounts", "entries", "comparisons", "opened"])
    .execute();
  process.stdout.write(`${JSON.stringify(run)}\n`);
  for (const [name, accountIds] of [
    ["one account", [17]],
    ["one account that copies", [100]],
    ["a hundred accounts", Array.from({ length: 100 }, (_, index) => 50 * index + 3)],
  ] as const) {
    await markChanged(database.kysely, accountIds);
    await measure(name, () => compareChanged(context));
  }
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
