import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runConnector } from "../connectors/engine/connector.ts";
import { StoppedByPropdeskError } from "../connectors/engine/propdesk.ts";
import { logLine } from "../connectors/log.ts";
import { Mt5Platform } from "../connectors/mt5/mt5-platform.ts";
import { RateLimit } from "../connectors/rate-limit.ts";
import {
  joinSettings,
  readConnectorSettings,
  readMt5Settings,
  type Values,
} from "../connectors/settings/read-settings.ts";
import { CommandError } from "../platform/errors.ts";

const usage = "Usage: npm run bridge -- mt5 [--config <file.json>]";

async function readValues(args: string[]): Promise<Values> {
  try {
    const options = { config: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== "mt5") throw new CommandError(usage);
    const file = values.config;
    return joinSettings(file === undefined ? {} : await readConfig(file), process.env);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(usage);
  }
}

async function readConfig(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch {
    throw new CommandError(`--config ${file} is not a file with JSON`);
  }
}

/** @throws CommandError if the file of the setting cannot be read */
async function readCa(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const pem = await readFile(file, "utf8").catch(() => "");
  if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw new CommandError(
    "MT5_CA_FILE must be a file with certificates as PEM, for example: MT5_CA_FILE=/etc/propdesk/mt5-ca.pem",
  );
}

/** The most requests a minute unless it is set. */
const MOST_REQUESTS = 600;

/** `npm run bridge -- mt5`: connects a server of MetaTrader 5 to Propdesk. */
async function run(): Promise<void> {
  const values = await readValues(process.argv.slice(2));
  const settings = readConnectorSettings(values, MOST_REQUESTS);
  const mt5 = readMt5Settings(values);
  const ca = await readCa(mt5.caFile);
  const limit = new RateLimit(settings.requestsPerMinute);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  await runConnector({
    settings,
    log: logLine,
    stop: stop.signal,
    createPlatform: (options) => new Mt5Platform({ settings: mt5, ca, limit, ...options }),
  });
}

try {
  await run();
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof StoppedByPropdeskError;
  const { message, stack } = error as Error;
  process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}
// Connections that are kept alive would keep the process, too.
process.exit();
