import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { ensureAdministrator } from "./identity/team/administrators.ts";
import { ensureClient } from "./http/build-client.ts";
import { buildMetricsServer } from "./http/routes/metrics.ts";
import { buildApp, buildWorkerApp } from "./app.ts";
import { type Config, requireWorkers, readConfig } from "./platform/config/config.ts";
import { ensureDataDir } from "./platform/config/data-dir.ts";
import { ConfigError } from "./platform/config/env.ts";
import { recordDeployedKeys } from "./business/watch/keys/key-usage.queries.ts";
import { readSecrets } from "./platform/vault/secrets.ts";
import type { Context } from "./platform/context.ts";
import { secretFields } from "./declarations.ts";
import { openContext } from "./open-context.ts";
import { openDatabaseServer } from "./platform/database/database.ts";
import { DataDirectoryInUseError } from "./platform/embedded-postgres/embedded-postgres.ts";
import { fillDemo } from "./demo/fill-demo.ts";
import { systemClock } from "./platform/time/clock.ts";
import { SECOND } from "./platform/time/durations.rule.ts";
import { CommandError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";

/** How long the shutdown waits for open requests. */
const CLOSE_TIMEOUT = 20 * SECOND;

/** How long a connection may keep the process alive after everything was stopped. */
const EXIT_TIMEOUT = 5 * SECOND;

/** `npm run worker` runs jobs and serves no calls. */
const isWorker = process.argv.includes("--worker");

const stopSteps: (() => Promise<unknown>)[] = [];

/** Stops everything that was started, in reverse order. May be called at any point during the start. */
async function stop(): Promise<void> {
  for (let step = stopSteps.pop(); step; step = stopSteps.pop()) await step();
}

async function start(config: Config): Promise<void> {
  const log = createLog(config, secretFields);
  await ensureDataDir(config);
  const secrets = await readSecrets(config);
  const databaseServer = await openDatabaseServer(config, log);
  stopSteps.push(() => databaseServer.stop());
  const databaseUrl = databaseServer.url;
  const { context, close: closeContext } = await openContext({
    config,
    secrets,
    databaseUrl,
    log,
    clock: systemClock,
  });
  stopSteps.push(closeContext);
  await recordDeployedKeys(context, secrets.keyring);
  if (config.metricsPort)
    await listen(buildMetricsServer(context), config.host, config.metricsPort);
  const lines = isWorker
    ? await startWorker(context)
    : await startApp(context, secrets.sessionSecret);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
  log.info({ event: "sys_startup" }, "sys_startup");
  stopSteps.push(async () => log.info({ event: "sys_shutdown" }, "sys_shutdown"));
}

/** @returns the lines to print */
async function startApp(context: Context, sessionSecret: Buffer): Promise<string[]> {
  const { config } = context;
  // The demo data comes first: its audit events are older than the administrator's.
  const signIns = config.demo ? await fillDemo(context) : [];
  printAccessKey(await ensureAdministrator(context, config.adminAccessKey));
  const server = await buildApp(context, sessionSecret);
  const address = await listen(server, config.host, config.port);
  return [
    `${config.firmName} is ready on ${address}`,
    ...(config.publicUrl === address ? [] : [`Public address: ${config.publicUrl}`]),
    ...signIns.map(({ email, password }) => `Demo trader: ${email} / ${password}`),
  ];
}

/** @returns the lines to print */
async function startWorker(context: Context): Promise<string[]> {
  const { host, port } = context.config;
  const address = await listen(await buildWorkerApp(context), host, port);
  return [`A worker is ready on ${address}`];
}

/** @returns the address that the server listens on */
async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  stopSteps.push(() => close(server));
  await server.listen({ host, port });
  const { address, port: actual, family } = server.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`;
}

/** Closes the server after its open requests; those that take too long are cut off. */
async function close(server: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT);
  await server.close();
  clearTimeout(timeout);
}

/** Prints a new key. Call it as soon as the key is stored, because a later start would not print it again. */
function printAccessKey(accessKey: string | undefined): void {
  if (accessKey === undefined) return;
  process.stdout.write(
    `\nAdministrator access key: ${accessKey}\nWrite the key down: it is not shown again.\n`,
  );
}

/**
 * Lets the process end by itself, because `process.exit()` may hang: Node then waits for compiler threads, which may
 * wait for the main thread (https://github.com/nodejs/node/issues/54918).
 */
function endProcess(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), EXIT_TIMEOUT).unref();
}

let isStarted = false;
let stopping = false;

/** Replaces the listeners of `start.mjs` for a signal. */
function stopOnSignal(signal: NodeJS.Signals): void {
  const replaced = process.listeners(signal);
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    // A start that is interrupted would continue if the process did not exit at once.
    stop().then(
      () => (isStarted ? endProcess(0) : process.exit(0)),
      (error: unknown) => {
        process.stderr.write(`The shutdown failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  });
  // Node drops a signal that arrived during a long task if, at any moment, it has no listener.
  for (const listener of replaced) process.off(signal, listener);
}

async function main(): Promise<void> {
  stopOnSignal("SIGTERM");
  stopOnSignal("SIGINT");
  try {
    const config = readConfig(process.env);
    if (isWorker) requireWorkers(config);
    else if (!process.argv.includes("--no-client")) await ensureClient("best");
    await start(config);
    isStarted = true;
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`${describeFailure(error)}\n`);
    await stop();
    endProcess(1);
  }
}

/** Returns one line for mistakes in the configuration, and the stack for anything else. */
function describeFailure(error: unknown): string {
  const expected = [CommandError, ConfigError, DataDirectoryInUseError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind))
    return error.message;
  const { code, syscall, message, stack, port } = error as NodeJS.ErrnoException & {
    port?: number;
  };
  // The code of PostgreSQL for an insufficient privilege.
  if (code === "42501")
    return `The role in DATABASE_URL lacks a right (${message}): grant it as docs/operating.md describes under "A database role with few rights"`;
  if (code === "EADDRINUSE") {
    const [name, other] =
      String(port) === process.env.METRICS_PORT ? ["METRICS_PORT", 9465] : ["PORT", 3001];
    return `${name} is taken: ${message}. Choose another, for example ${name}=${other}`;
  }
  if (syscall === "listen" && code === "EACCES")
    return `PORT must be one that this user may listen on: ${message}, for example PORT=3000`;
  if (syscall === "listen" || syscall === "getaddrinfo")
    return `HOST must be an address of this machine: ${message}, for example HOST=127.0.0.1`;
  return stack ?? String(error);
}

await main();
