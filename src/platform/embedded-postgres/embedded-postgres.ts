import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { readOrCreateSecret } from "../config/data-dir.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import {
  CLUSTER_USER,
  ensureCluster,
  findPrograms,
  isAlive,
  type Programs,
  readPostmaster,
} from "./postgres-cluster.ts";
import { findLauncher, type Launcher } from "./unprivileged.ts";

const DATABASE = "propdesk";
const START_TIMEOUT = 60_000;

/** The data directory is in use by another running process. */
export class DataDirectoryInUseError extends Error {
  override name = "DataDirectoryInUseError";
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  /** Additional `-c` settings of the server, such as `fsync=off` for tests. */
  settings?: string[];
}

/**
 * Starts the PostgreSQL that npm has installed on `dataDir/postgres`, or takes over the server that a killed app left
 * running. Restarts the server if it ends unexpectedly.
 * @throws DataDirectoryInUseError if another app owns the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await mkdir(dataDir, { recursive: true });
  const programs = await findPrograms();
  const launcher = await findLauncher(programs.postgres, dataDir);
  const password = (await readOrCreateSecret(dataDir, "postgres-password")).toString("base64url");
  const cluster = await ensureCluster(dataDir, { programs, launcher, password });
  const server = new Server({ ...options, cluster, programs, launcher, password });
  await server.start();
  log.debug({ cluster }, "embedded PostgreSQL is ready");
  return { url: server.url, stop: () => server.stop() };
}

/** Returns the URL of a server that another process runs on this folder, if it responds. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const running = await readPostmaster(join(dataDir, "postgres"));
  if (!running) return undefined;
  const password = (await readOrCreateSecret(dataDir, "postgres-password")).toString("base64url");
  const url = urlFor(running.port, password);
  return (await answers(url)) ? url : undefined;
}

function urlFor(port: number, password: string, database = DATABASE): string {
  return `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The ports below those that operating systems give to outgoing connections, which begin at 32768 or later. */
const FIRST_PORT = 15_000;
const END_OF_PORTS = 32_000;

/**
 * Returns a port of 127.0.0.1 that no other server uses, and that no outgoing connection takes later: while PostgreSQL
 * is restarted, one of the app's own could.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

interface ServerOptions extends EmbeddedOptions {
  cluster: string;
  programs: Programs;
  launcher: Launcher;
  password: string;
}

/** Manages a PostgreSQL server from start to stop, including restarts after crashes. */
class Server {
  readonly #options: ServerOptions;
  #port = 0;
  #pid = 0;
  #owner: pg.Client | undefined;
  readonly #stopping = new AbortController();
  #watch: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get url(): string {
    return urlFor(this.#port, this.#options.password);
  }

  async start(): Promise<void> {
    process.once("exit", this.#killWithProcess);
    try {
      await this.#launchOrTakeOver();
    } catch (error) {
      process.off("exit", this.#killWithProcess);
      throw error;
    }
    this.#watch = this.#keepRunning();
  }

  /** Requests a fast shutdown, which rolls back open transactions and flushes committed ones. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watch;
    await this.#owner?.end().catch(() => {});
    await this.#end("SIGINT");
    process.off("exit", this.#killWithProcess);
  }

  /** Ends the server if the process exits without `stop()`. */
  readonly #killWithProcess = () => {
    if (this.#pid > 0 && isAlive(this.#pid)) process.kill(this.#pid, "SIGINT");
  };

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#pid === 0) return;
    const pid = this.#pid;
    if (isAlive(pid)) process.kill(pid, signal);
    while (isAlive(pid)) await sleep(20);
  }

  async #launchOrTakeOver(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT;
    const { cluster, password, log } = this.#options;
    for (;;) {
      const running = await readPostmaster(cluster);
      if (running && (await answers(urlFor(running.port, password, "postgres")))) {
        this.#port = running.port;
        await this.#own();
        // The id is only set now, because the server might have belonged to another running app.
        this.#pid = running.pid;
        log.warn(
          { postgres: running.pid },
          "taking over the PostgreSQL that an earlier start left behind",
        );
        return;
      }
      // A server that runs but does not respond is starting up or shutting down.
      if (!running && (await this.#launch(deadline))) return this.#own();
      if (performance.now() > deadline) throw await this.#failure("did not start in time");
      await sleep(100);
    }
  }

  /** @returns whether the server started; false if another process started one first */
  async #launch(deadline: number): Promise<boolean> {
    const { cluster, programs, launcher, settings = [], dataDir } = this.#options;
    this.#port ||= await freePort();
    const [file, args, options] = launcher.command(programs.postgres, [
      `-D${cluster}`,
      `-p${this.#port}`,
      ...[
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "max_connections=200",
        ...settings,
      ]
        .map((setting) => ["-c", setting])
        .flat(),
    ]);
    const output = openSync(join(dataDir, "postgres.log"), "a", 0o600);
    // The server gets its own process group, so that Ctrl-C only reaches the app, which then stops the server.
    const child = spawn(file, args, {
      ...options,
      cwd: cluster,
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    child.unref();
    const exited = exitOf(child);
    this.#pid = child.pid ?? 0;
    while (performance.now() < deadline) {
      const ended = await Promise.race([exited, sleep(25, "running" as const)]);
      if (ended !== "running") {
        this.#pid = 0;
        if (await readPostmaster(cluster)) return false;
        // Another server is still stopping, or has just started to write its lock file.
        if (await this.#logContains(/still in use|lock file "postmaster.pid"/)) return false;
        throw await this.#failure(`ended with ${ended}`);
      }
      if (await answers(urlFor(this.#port, this.#options.password, "postgres"))) return true;
    }
    await this.#end("SIGKILL");
    return false;
  }

  /** Acquires the owner's lock, and creates the database on the first start. */
  async #own(): Promise<void> {
    const url = urlFor(this.#port, this.#options.password, "postgres");
    const owner = new pg.Client({ connectionString: url, keepAlive: true });
    owner.on("error", () => {});
    await owner.connect();
    const lock = await owner.query("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.owner,
    ]);
    if (!lock.rows[0].taken) {
      await owner.end();
      this.#pid = 0;
      throw new DataDirectoryInUseError(
        `${this.#options.dataDir} is in use by another running Propdesk: stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    const databases = await owner.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (databases.rowCount === 0) await owner.query(`create database ${DATABASE}`);
    this.#owner = owner;
  }

  /** Restarts the server on the same port if it ends while the app runs. */
  async #keepRunning(): Promise<void> {
    for (;;) {
      while (isAlive(this.#pid) && !this.#stopping.signal.aborted) await this.#pause(250);
      if (this.#stopping.signal.aborted) return;
      this.#options.log.error("embedded PostgreSQL ended unexpectedly, starting it again");
      await this.#owner?.end().catch(() => {});
      try {
        await this.#launchOrTakeOver();
      } catch (error) {
        this.#options.log.error({ err: error }, "embedded PostgreSQL does not start again");
        await this.#pause(1000);
      }
    }
  }

  /** Sleeps without keeping the process alive; `stop()` ends the sleep early. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(milliseconds, undefined, { ref: false, signal }).catch(() => {});
  }

  async #logTail(): Promise<string> {
    const text = await readFile(join(this.#options.dataDir, "postgres.log"), "utf8").catch(
      () => "",
    );
    return text.trim().split("\n").slice(-5).join("\n");
  }

  async #logContains(words: RegExp): Promise<boolean> {
    return words.test(await this.#logTail());
  }

  async #failure(what: string): Promise<Error> {
    return new Error(`The embedded PostgreSQL ${what}:\n${await this.#logTail()}`);
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });
}
