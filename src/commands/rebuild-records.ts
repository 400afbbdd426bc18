import { parseArgs } from "node:util";
import {
  type Deviation,
  listRecordedAccounts,
  rebuildAccount,
} from "../business/records/check-derived.ts";
import { entities } from "../entities.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { CommandError } from "../platform/lib/errors.ts";
import { runCommandOnExistingData } from "./run-command.ts";

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

async function rebuildAll(database: Database, isCheck: boolean) {
  const accounts = await listRecordedAccounts(database.kysely);
  const deviations: Deviation[] = [];
  for (const accountId of accounts) {
    deviations.push(...(await rebuildAccount(database, accountId, { isCheck })));
  }
  return { accounts: accounts.length, deviations };
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
  await runCommandOnExistingData(async ({ databaseUrl }) => {
    const database = await connectDatabase(databaseUrl, entities);
    try {
      const { accounts, deviations } = await rebuildAll(database, command.isCheck);
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
