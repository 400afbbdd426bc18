import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type Config, readConfig } from "../platform/config/config.ts";
import { ensureDataDir } from "../platform/config/data-dir.ts";
import { ConfigError } from "../platform/config/env.ts";
import { CommandError } from "../platform/lib/errors.ts";
import { findOrStartDatabaseServer } from "../platform/database/database.ts";
import { DataDirectoryInUseError } from "../platform/embedded-postgres/embedded-postgres.ts";

export interface CommandTools {
  config: Config;
  databaseUrl: string;
  log: Logger;
}

/** @throws CommandError for a DATA_DIR that was mistyped: a new installation would be made there */
export async function requireDataDir({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl) return;
  await access(join(dataDir, "postgres", "PG_VERSION")).catch(() => {
    throw new CommandError(`There is no Propdesk in ${dataDir}: set DATA_DIR to its data.`);
  });
}

/**
 * Runs a command-line tool on the configured database, beside a running app or alone. What it
 * returns is printed; a failure is a sentence on the standard error and exit code 1.
 */
export async function runCommand(work: (tools: CommandTools) => Promise<string>): Promise<void> {
  await runCommandWithoutDatabase((config) => withDatabase(config, work));
}

/** The same for a tool that has nothing to do where there is nothing yet. */
export async function runCommandOnExistingData(
  work: (tools: CommandTools) => Promise<string>,
): Promise<void> {
  await runCommandWithoutDatabase(async (config) => {
    await requireDataDir(config);
    return withDatabase(config, work);
  });
}

/** Lends a tool the configured database, which is started for it where it does not run. */
export async function withDatabase<Result>(
  config: Config,
  work: (tools: CommandTools) => Promise<Result>,
): Promise<Result> {
  // An exit, other than a death by signal, ends a database server that was started for this.
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  await ensureDataDir(config);
  // The standard output is for the answer alone.
  const log = pino({ level: "warn" }, pino.destination({ dest: 2, sync: true }));
  const server = await findOrStartDatabaseServer(config, log);
  try {
    return await work({ config, databaseUrl: server.url, log });
  } finally {
    await server.stop();
  }
}

/** The same as `runCommand`, for a tool that needs no database, or not at once. */
export async function runCommandWithoutDatabase(
  work: (config: Config) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await work(readConfig(process.env))}\n`);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = [CommandError, ConfigError, DataDirectoryInUseError];
  if (expected.some((kind) => error instanceof kind)) return error.message;
  return error.stack ?? error.message;
}
