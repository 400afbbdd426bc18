import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import * as answers from "../../../src/business/watch/figures/read-answer.ts";
import { entities } from "../../../src/entities.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { systemClock } from "../../../src/platform/time/clock.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { createCipher } from "../../../src/platform/vault/cipher.ts";
import { fill } from "../data/fill.ts";
import { compareCpu } from "../records/compare-cpu.ts";
import { type MeasuredFigure, measuredFigures, readByHand } from "./by-hand.ts";
import { fillFigures, MONTHS } from "./fill-figures.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    /** Each has ten stages. */
    traders: { type: "string", default: "100000" },
    payouts: { type: "string", default: "300000" },
  },
});

/** The largest acceptable ratio of a figure to its statement by hand (contract of the figures). */
const GOAL = 1.5;

/** The first day of the month that begins some months after this one's. */
const monthFromNow = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
};
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const to = dayOf(monthFromNow(1));
const periods = [
  { name: "12 months", from: dayOf(monthFromNow(-11)), to },
  { name: "a month", from: dayOf(monthFromNow(0)), to },
];

type Read = (...given: Parameters<typeof answers.readFunnel>) => Promise<unknown>;

const read: Readonly<Record<MeasuredFigure, Read>> = {
  funnel: answers.readFunnel,
  cohorts: answers.readCohorts,
  breaches: answers.readBreaches,
  money: answers.readMoney,
  waiting: answers.readWaits,
};

const undo: (() => unknown)[] = [];

/** Starts a temporary PostgreSQL without anything that works beside the measured calls. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-bench-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: "warn" }) });
  undo.push(() => server.stop());
  const { keyring } = await readSecrets(readConfig({ DATA_DIR: dataDir }));
  const database = await connectDatabase(server.url, entities);
  undo.push(() => database.orm.close(true));
  await migrate(database);
  const pid = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return {
    url: server.url,
    database,
    cipher: createCipher(keyring),
    postmaster: Number(pid.split("\n")[0]),
  };
}

async function bench(): Promise<void> {
  const { url, database, cipher, postmaster } = await start();
  const context = { database, clock: systemClock };
  const traders = Number(options.traders);
  const silent = () => () => {};
  await fill(database, cipher, { traders, payouts: Number(options.payouts) }, silent);
  await fillFigures(url, { traders, start: monthFromNow(1 - MONTHS) });
  process.stdout.write(
    "| figure | ms CPU, server and PostgreSQL | by hand | ratio | goal |\n| --- | ---: | ---: | ---: | ---: |\n",
  );
  for (const { name, ...period } of periods) {
    for (const figure of measuredFigures) {
      const comparison = {
        name: `${figure}, ${name}`,
        product: () => read[figure](context, { ...period, by: "month" }),
        ceiling: () => readByHand(database.pool, figure, period),
        goal: GOAL,
      };
      const rounds = Number(options.rounds);
      process.stdout.write(await compareCpu(comparison, { postmaster, rounds }));
    }
  }
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
