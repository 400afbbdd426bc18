import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type ConnectorOptions, runConnector } from "../connectors/engine/connector.ts";
import { StoppedByPropdeskError } from "../connectors/engine/propdesk.ts";
import { logLine } from "../connectors/log.ts";
import { MatchTraderPlatform } from "../connectors/match-trader/match-trader-platform.ts";
import { Mt5Platform } from "../connectors/mt5/mt5-platform.ts";
import { RateLimit } from "../connectors/rate-limit.ts";
import {
  joinSettings,
  readConnectorSettings,
  readMatchTraderSettings,
  readMt5Settings,
  type Values,
} from "../connectors/settings/read-settings.ts";
import { CommandError } from "../platform/errors.ts";
import { keepHeapSmall } from "./small-heap.ts";

const usage = "Usage: npm run bridge -- mt5|match-trader [--config <file.json>]";

type CreatePlatform = (limit: RateLimit) => ConnectorOptions["createPlatform"];

interface Connectable {
  /** The most requests a minute unless it is set. */
  mostRequests: number;
  /** @throws CommandError that names the first setting that is missing or does not parse */
  prepare(values: Values): Promise<CreatePlatform>;
}

const platforms = new Map<string, Connectable>([
  [
    "mt5",
    {
      mostRequests: 600,
      async prepare(values) {
        const settings = readMt5Settings(values);
        const ca = await readCa(settings.caFile);
        return (limit) => (options) => new Mt5Platform({ settings, ca, limit, ...options });
      },
    },
  ],
  [
    "match-trader",
    {
      mostRequests: 400,
      prepare(values) {
        const settings = readMatchTraderSettings(values);
        return Promise.resolve(
          (limit) => (options) => new MatchTraderPlatform({ settings, limit, ...options }),
        );
      },
    },
  ],
]);

async function readValues(args: string[]): Promise<{ connectable: Connectable; values: Values }> {
  try {
    const options = { config: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const connectable = platforms.get(positionals[0] ?? "");
    if (positionals.length !== 1 || !connectable) throw new CommandError(usage);
    const file = values.config;
    const config = file === undefined ? {} : await readConfig(file);
    return { connectable, values: joinSettings(config, process.env) };
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

/** `npm run bridge -- <platform>`: connects a server of a trading platform to Propdesk. */
async function run(): Promise<void> {
  const { connectable, values } = await readValues(process.argv.slice(2));
  const settings = readConnectorSettings(values, connectable.mostRequests);
  const createPlatform = await connectable.prepare(values);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  await runConnector({
    settings,
    log: logLine,
    stop: stop.signal,
    createPlatform: createPlatform(new RateLimit(settings.requestsPerMinute)),
  });
}

keepHeapSmall();
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
