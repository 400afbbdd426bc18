import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type Config, readConfig } from "./config/config.ts";
import { ensureDataDir } from "./config/data-dir.ts";
import { ConfigError } from "./config/env.ts";
import { borrowDatabaseServer } from "./database/database.ts";
import { DataDirectoryInUseError } from "./database/embedded-postgres.ts";

export interface CommandTools {
  config: Config;
  databaseUrl: string;
  log: Logger;
}

/** A refusal that is one sentence for the person at the terminal. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** @throws CommandError for a DATA_DIR that was mistyped: a new installation would be made there */
export async function expectData({ dataDir, databaseUrl }: Config): Promise<void> {
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
  await runAlone((config) => withDatabase(config, work));
}

/** The same for a tool that has nothing to do where there is nothing yet. */
export async function runOnData(work: (tools: CommandTools) => Promise<string>): Promise<void> {
  await runAlone(async (config) => {
    await expectData(config);
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
  const server = await borrowDatabaseServer(config, log);
  try {
    return await work({ config, databaseUrl: server.url, log });
  } finally {
    await server.stop();
  }
}

/** The same as `runCommand`, for a tool that needs no database, or not at once. */
export async function runAlone(work: (config: Config) => Promise<string>): Promise<void> {
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
