import { parseArgs } from "node:util";
import {
  checkAccount,
  type Deviation,
  listRecordedAccounts,
  rebuildAccount,
} from "../business/verdicts/check-derived.ts";
import { entities } from "../entities.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { startJobs } from "../platform/jobs/jobs.ts";
import { createCipher } from "../platform/lib/cipher.ts";
import { systemClock } from "../platform/lib/clock.ts";
import { CommandError } from "../platform/lib/errors.ts";
import { createOutbox } from "../platform/mail/outbox.ts";
import { readSecrets } from "../platform/vault/secrets.ts";
import { type CommandTools, runCommandOnExistingData } from "./run-command.ts";

const usage = `Usage:
  npm run records:rebuild               derive trades, trading days, equity and statistics from the records again
  npm run records:rebuild -- --check    compare them with the records, and change nothing`;

function readArguments(): { isCheck: boolean } | undefined {
  try {
    const { values } = parseArgs({ options: { check: { type: "boolean" } } });
    return { isCheck: values.check ?? false };
  } catch {
    return undefined;
  }
}

async function findDeviations(
  database: Database,
  find: (accountId: number) => Promise<Deviation[]>,
) {
  const accounts = await listRecordedAccounts(database.kysely);
  const deviations: Deviation[] = [];
  for (const accountId of accounts) deviations.push(...(await find(accountId)));
  return { accounts: accounts.length, deviations };
}

/** A verdict that changes may enqueue a notice, which the app sends. */
async function rebuildAll({ config, databaseUrl, log }: CommandTools, database: Database) {
  const { keyring } = await readSecrets(config);
  const jobs = await startJobs(databaseUrl, 0, log);
  try {
    const outbox = createOutbox(jobs, createCipher(keyring));
    const context = { config, clock: systemClock, database, outbox };
    return await findDeviations(database, (id) => rebuildAccount(context, id));
  } finally {
    await jobs.stop();
  }
}

function describe({ accountId, stageId, tables }: Deviation): string {
  return `account ${accountId}, stage ${stageId}: ${tables.join(", ")}`;
}

/** `npm run records:rebuild`: the app may be running; each account is locked while it is rebuilt. */
async function main(): Promise<void> {
  const command = readArguments();
  if (!command) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData(async (tools) => {
    const database = await connectDatabase(tools.databaseUrl, entities);
    try {
      const { accounts, deviations } = command.isCheck
        ? await findDeviations(database, (id) => checkAccount(database, id))
        : await rebuildAll(tools, database);
      const found = deviations.map(describe).join("\n");
      if (deviations.length === 0) {
        return `The derived rows of ${accounts} accounts agree with their records.`;
      }
      if (!command.isCheck) return `Rebuilt ${accounts} accounts. Different were:\n${found}`;
      throw new CommandError(
        `The derived rows differ from the records:\n${found}\nRun npm run records:rebuild to derive them again.`,
      );
    } finally {
      await database.orm.close(true);
    }
  });
}

await main();
