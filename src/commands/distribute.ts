import { parseArgs } from "node:util";
import { connectDatabase } from "../platform/database/database.ts";
import {
  checkDistribution,
  distribute,
  type Requirement,
  undistribute,
} from "../business/record/records/distribution.queries.ts";
import { migrate, withMigrationLock } from "../platform/database/migrate.ts";
import { CommandError } from "../platform/errors.ts";
import { entities } from "../entities.ts";
import { formatTable, runCommandOnExistingData } from "./run-command.ts";

const usage = `Usage:
  npm run db:distribute               distribute the tables of the trading record to the workers of a Citus cluster;
                                      continues if it was stopped
  npm run db:distribute -- --check    show whether this database can be distributed, and change nothing
  npm run db:distribute -- --undo     move the tables back to this server`;

type Action = "distribute" | "check" | "undo";

function readAction(): Action | undefined {
  const option = { type: "boolean" } as const;
  try {
    const { values } = parseArgs({ options: { check: option, undo: option } });
    const chosen = Object.keys(values) as Exclude<Action, "distribute">[];
    return chosen.length > 1 ? undefined : (chosen[0] ?? "distribute");
  } catch {
    return undefined;
  }
}

const report = (line: string) => void process.stderr.write(`${line}\n`);

async function run(action: Action, databaseUrl: string): Promise<string> {
  if (action === "check") {
    return withMigrationLock(databaseUrl, async (client) =>
      describeRequirements(await checkDistribution(client)),
    );
  }
  if (action === "undo") {
    await withMigrationLock(databaseUrl, (client) => undistribute(client, report));
    return "The trading record is on this server.";
  }
  await migrateFirst(databaseUrl);
  await withMigrationLock(databaseUrl, (client) => distribute(client, report));
  return "The trading record is distributed.";
}

/** An empty database has no tables yet. */
async function migrateFirst(databaseUrl: string): Promise<void> {
  const database = await connectDatabase(databaseUrl, entities);
  try {
    await migrate(database);
  } finally {
    await database.orm.close(true);
  }
}

/** @throws CommandError if a requirement is not met */
function describeRequirements(requirements: Requirement[]): string {
  const table = formatTable([
    ["REQUIREMENT", "FOUND", "REMEDY"],
    ...requirements.map(({ name, found, remedy }) => [name, found, remedy ?? ""]),
  ]);
  if (requirements.some(({ remedy }) => remedy !== undefined)) throw new CommandError(table);
  return `${table}\nThe trading record can be distributed.`;
}

/** `npm run db:distribute`: distributes the trading record with Citus. All instances must be stopped. */
async function main(): Promise<void> {
  const action = readAction();
  if (!action) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData(({ databaseUrl }) => run(action, databaseUrl));
}

await main();
