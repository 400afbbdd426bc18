import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type Config, readConfig } from "../platform/config/config.ts";
import { ensureDataDir } from "../platform/config/data-dir.ts";
import { ConfigError } from "../platform/config/env.ts";
import { CommandError } from "../platform/errors.ts";
import { findOrStartDatabaseServer } from "../platform/database/database.ts";
import { DataDirectoryInUseError } from "../platform/embedded-postgres/embedded-postgres.ts";

export interface CommandTools {
  config: Config;
  databaseUrl: string;
  log: Logger;
}

/** @throws CommandError if DATA_DIR has no data, so that a typo does not create an installation */
export async function requireDataDir({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl) return;
  await access(join(dataDir, "postgres", "PG_VERSION")).catch(() => {
    throw new CommandError(
      `${dataDir} contains no Propdesk data: set DATA_DIR to the correct folder.`,
    );
  });
}

/**
 * Runs a command-line tool on the configured database; the app may be running. Prints the returned
 * text. On failure, prints the error to the standard error and sets exit code 1.
 */
export async function runCommand(work: (tools: CommandTools) => Promise<string>): Promise<void> {
  await runCommandWithoutDatabase((config) => withDatabase(config, work));
}

/** Like `runCommand`, but fails if there is no installation yet. */
export async function runCommandOnExistingData(
  work: (tools: CommandTools) => Promise<string>,
): Promise<void> {
  await runCommandWithoutDatabase(async (config) => {
    await requireDataDir(config);
    return withDatabase(config, work);
  });
}

/** Runs `work` with the configured database, starting the embedded one if it is not running. */
export async function withDatabase<Result>(
  config: Config,
  work: (tools: CommandTools) => Promise<Result>,
): Promise<Result> {
  // The database server is stopped by exit handlers, which a process that a signal kills would skip.
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  await ensureDataDir(config);
  // Logs go to the standard error, because the standard output contains only the result.
  const log = pino({ level: "warn" }, pino.destination({ dest: 2, sync: true }));
  const server = await findOrStartDatabaseServer(config, log);
  try {
    return await work({ config, databaseUrl: server.url, log });
  } finally {
    await server.stop();
  }
}

/** Like `runCommand`, for tools that need no database or open it themselves. */
export async function runCommandWithoutDatabase(
  work: (config: Config) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await work(readConfig(process.env))}\n`);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = [CommandError, ConfigError, DataDirectoryInUseError];
  if (expected.some((kind) => error instanceof kind)) return error.message;
  return error.stack ?? error.message;
}

/** Formats rows as aligned columns for a terminal. */
export function formatTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
