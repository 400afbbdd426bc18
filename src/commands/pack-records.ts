import { parseArgs } from "node:util";
import {
  packSnapshots,
  type PackingProgress,
  unpackSnapshots,
} from "../business/record/records/pack-snapshots.ts";
import { entities } from "../entities.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { CommandError } from "../platform/errors.ts";
import { systemClock } from "../platform/time/clock.ts";
import { DAY, SECOND } from "../platform/time/durations.rule.ts";
import { type CommandTools, runCommandOnExistingData } from "./run-command.ts";

const usage = `Usage:
  npm run records:pack              pack the snapshots of days that ended more than PACK_AFTER_DAYS days ago
  npm run records:pack -- --undo    turn all packed days into rows again, as the previous release reads them`;

function readIsUndo(): boolean | undefined {
  try {
    const { values } = parseArgs({ options: { undo: { type: "boolean", default: false } } });
    return values.undo;
  } catch {
    return undefined;
  }
}

/** Packs or unpacks, and writes the progress to the standard error once a second. */
async function pack({ config, databaseUrl, log }: CommandTools, isUndo: boolean): Promise<string> {
  if (!isUndo && config.packAfterDays === 0) {
    throw new CommandError("PACK_AFTER_DAYS is 0, which means that snapshots are not packed.");
  }
  const database = await connectDatabase(databaseUrl, entities);
  try {
    await migrate(database);
    const before = new Date(systemClock.now().getTime() - config.packAfterDays * DAY);
    const run = isUndo
      ? unpackSnapshots({ database, log })
      : packSnapshots({ database, log }, before);
    const verb = isUndo ? "Unpacked" : "Packed";
    let last: PackingProgress | undefined;
    let shownAt = 0;
    for await (const progress of run) {
      last = progress;
      if (Date.now() < shownAt + SECOND) continue;
      shownAt = Date.now();
      process.stderr.write(`${verb} ${describeProgress(progress)}\n`);
    }
    if (!last) return "There are no accounts.";
    if (last.failed.length === 0) return `${verb} ${describeProgress(last)}`;
    throw new CommandError(
      `${verb} ${describeProgress(last)} These accounts failed: ${last.failed.join(", ")}.`,
    );
  } finally {
    await database.orm.close(true);
  }
}

function describeProgress({ done, accounts, days }: PackingProgress): string {
  const [finished, all, count] = [done, accounts, days].map((number) =>
    number.toLocaleString("en-US"),
  );
  return `${count} days; ${finished} of ${all} accounts are done.`;
}

/** `npm run records:pack`: the app may be running; each account is locked while a few of its days are packed. */
async function main(): Promise<void> {
  const isUndo = readIsUndo();
  if (isUndo === undefined) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData((tools) => pack(tools, isUndo));
}

await main();
