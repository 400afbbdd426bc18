import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { workOnRebuilds } from "../business/record/rebuilds/rebuild-chunk.ts";
import {
  listRebuildDeviations,
  readRebuildProgress,
  type RebuildProgress,
  startRebuild,
  stopRebuild,
} from "../business/record/rebuilds/rebuilds.ts";
import { checkAccount, listRecordedAccounts } from "../business/record/rebuilds/check-derived.ts";
import type { Deviation } from "../business/record/verdicts/verdict.entity.ts";
import { entities } from "../entities.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { readLetterhead } from "../business/office/brand/brand.ts";
import { queueNames } from "../declarations.ts";
import { startJobs } from "../platform/jobs/jobs.ts";
import { createCipher } from "../platform/vault/cipher.ts";
import { systemClock } from "../platform/time/clock.ts";
import { CommandError } from "../platform/errors.ts";
import { createOutbox } from "../platform/mail/outbox.ts";
import { readSecrets } from "../platform/vault/secrets.ts";
import { type CommandTools, runCommandOnExistingData } from "./run-command.ts";

const usage = `Usage:
  npm run records:rebuild                derive trades, trading days, equity, statistics and verdicts of all accounts
                                         from their records again; continues a rebuild that was stopped
  npm run records:rebuild -- --status    how far the last rebuild has got
  npm run records:rebuild -- --stop      stop the running rebuild
  npm run records:rebuild -- --check     compare the derived rows with the records, and change nothing`;

type Action = "rebuild" | "status" | "stop" | "check";

function readAction(): Action | undefined {
  const option = { type: "boolean" } as const;
  try {
    const { values } = parseArgs({ options: { check: option, status: option, stop: option } });
    const chosen = Object.keys(values) as Exclude<Action, "rebuild">[];
    return chosen.length > 1 ? undefined : (chosen[0] ?? "rebuild");
  } catch {
    return undefined;
  }
}

const actions: Record<Action, (tools: CommandTools, database: Database) => Promise<string>> = {
  rebuild,
  async status(_tools, { kysely }) {
    const progress = await readRebuildProgress(kysely);
    return progress ? describeProgress(progress) : "No rebuild has been started.";
  },
  async stop(_tools, database) {
    if (!(await stopRebuild({ clock: systemClock, database }))) return "No rebuild is running.";
    return describeProgress((await readRebuildProgress(database.kysely))!);
  },
  async check(_tools, database) {
    const accounts = await listRecordedAccounts(database.kysely);
    const deviations: Deviation[] = [];
    for (const accountId of accounts) deviations.push(...(await checkAccount(database, accountId)));
    if (deviations.length === 0) {
      return `The derived rows of ${accounts.length} accounts agree with their records.`;
    }
    throw new CommandError(
      `The derived rows differ from the records:\n${listWords(deviations)}\nRun npm run records:rebuild to derive them again.`,
    );
  },
};

/** Starts a rebuild and works on it until it ends; the workers of running instances help. */
async function rebuild(
  { config, databaseUrl, log }: CommandTools,
  database: Database,
): Promise<string> {
  const { keyring } = await readSecrets(config);
  const jobs = await startJobs(databaseUrl, queueNames, Math.max(config.workers, 1), log);
  try {
    const outbox = createOutbox(jobs, createCipher(keyring));
    const letterhead = readLetterhead(config);
    const context = { config, clock: systemClock, database, outbox, letterhead, jobs };
    const id = await startRebuild(context);
    await workOnRebuilds(jobs, context);
    const progress = await waitForEnd(database);
    const words = describeProgress(progress);
    const deviations = await listRebuildDeviations(database.kysely, id);
    return deviations.length === 0 ? words : `${words} These differed:\n${listWords(deviations)}`;
  } finally {
    await jobs.stop();
  }
}

/** Waits until the rebuild ends and writes its progress to the standard error. */
async function waitForEnd({ kysely }: Database): Promise<RebuildProgress> {
  let shown = -1;
  for (;;) {
    const progress = (await readRebuildProgress(kysely))!;
    if (progress.status !== "running") return progress;
    if (progress.done !== shown) process.stderr.write(`${describeProgress(progress)}\n`);
    shown = progress.done;
    await sleep(1000);
  }
}

function describeProgress({ status, done, accounts }: RebuildProgress): string {
  if (status === "finished") return `Rebuilt ${accounts} accounts.`;
  if (status === "running") return `Rebuilt ${done} of ${accounts} accounts.`;
  return `Stopped after ${done} of ${accounts} accounts. Run npm run records:rebuild to continue.`;
}

function listWords(deviations: Deviation[]): string {
  return deviations
    .map(
      (deviation) =>
        `account ${deviation.accountId}, stage ${deviation.stageId}: ${deviation.tables.join(", ")}`,
    )
    .join("\n");
}

/** `npm run records:rebuild`: the app may be running; each account is locked during its rebuild. */
async function main(): Promise<void> {
  const action = readAction();
  if (!action) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData(async (tools) => {
    const database = await connectDatabase(tools.databaseUrl, entities);
    try {
      await migrate(database);
      return await actions[action](tools, database);
    } finally {
      await database.orm.close(true);
    }
  });
}

await main();
