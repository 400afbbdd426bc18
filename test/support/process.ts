import { type ChildProcess, spawn } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { inject } from "vitest";
import { freePort } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { HttpClient } from "./http-client.ts";
import { waitUntil } from "./until.ts";
import { createScratchFolder } from "./scratch.ts";

export const root = join(import.meta.dirname, "../..");
const bin = join(root, "node_modules/.bin");

/** The Node installed by npm as a dependency of the project. */
export const projectNode = join(bin, "node");

/** Returns the command that starts the app without the web client. */
export const appCommand = (...nodeOptions: string[]) => [
  projectNode,
  ...nodeOptions,
  "src/start.mjs",
  "--no-client",
];

/** Returns options of Node that run a script before the app. */
export const preload = (script: string) => [
  "--import",
  `data:text/javascript,${encodeURIComponent(script)}`,
];

/** Options of Node with which an app hashes quickly, for tests with many sign-ins. */
export const quickHashes = preload(`
  import { registerHooks } from "node:module";
  const replacement = ${JSON.stringify(new URL("quick-argon2.ts", import.meta.url))};
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "@node-rs/argon2" ? replacement : specifier, context),
  });`);

export interface LaunchOptions {
  /** A new directory by default. */
  dataDir?: string;
  /** A free port by default. */
  port?: number;
  env?: Record<string, string>;
  /** Replaces the command that starts the app: the project's Node with `src/start.mjs`. */
  command?: string[];
  /** The folder that the command runs in: the repository by default. */
  cwd?: string;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** An app in its own process, started like `npm start` but without the web client. */
export class AppProcess {
  readonly dataDir: string;
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout = "";
  stderr = "";
  #exit: Exit | undefined;

  constructor(child: ChildProcess, dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.pid = child.pid!;
    child.stdout!.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
  }

  /** Waits until the app accepts calls. */
  async ready(): Promise<this> {
    await waitUntil(`${this.url} is ready`, async () => {
      if (this.#exit) throw new Error(`The app exited: ${this.stdout}\n${this.stderr}`);
      return (await this.health()) === 200 && /is ready on/.test(this.stdout);
    });
    return this;
  }

  /** Returns the status of the health check; 0 if the app does not listen. */
  async health(): Promise<number> {
    return this.visitor()
      .get("/api/health")
      .then(
        ({ status }) => status,
        () => 0,
      );
  }

  visitor(): HttpClient {
    return new HttpClient(this.url);
  }

  get accessKey(): string | undefined {
    return /^Administrator access key: (\S+)$/m.exec(this.stdout)?.[1];
  }

  signal(name: NodeJS.Signals): Promise<Exit> {
    process.kill(this.pid, name);
    return this.exited;
  }

  /** Sends a signal to the embedded PostgreSQL, which the app may still be restarting. @returns its process id */
  async signalPostgres(name: NodeJS.Signals): Promise<number> {
    let postgres = 0;
    await waitUntil("PostgreSQL runs", async () => isAlive((postgres = await this.postgres())));
    sendSignal(postgres, name);
    return postgres;
  }

  /** Returns the process id of the embedded PostgreSQL; 0 if it is not running. */
  postgres(): Promise<number> {
    return postgresOf(this.dataDir);
  }
}

/** @returns the process id in `postmaster.pid`; 0 if the file does not exist */
export async function postgresOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  return Number(text.split("\n")[0]);
}

export function isAlive(pid: number): boolean {
  try {
    // Pid 0 would signal the process group of the tests.
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function gone(pid: number): Promise<void> {
  return waitUntil(`process ${pid} is gone`, () => !isAlive(pid));
}

/** Does nothing if the process has ended. @param pid below zero for the group that this process leads */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  // Pid 0 would signal the process group of the tests.
  if (pid === 0) throw new Error("There is no process to signal");
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts apps and creates folders for a test, and removes all of them. */
export class Processes {
  readonly #apps: AppProcess[] = [];
  readonly #dataDirs = new Set<string>();
  readonly #folders: string[] = [];

  /** Creates an empty folder that other users cannot enter. */
  async folder(): Promise<string> {
    const folder = await createScratchFolder("propdesk-process-");
    this.#folders.push(folder);
    return folder;
  }

  /** Returns the path of a data directory that does not exist yet. */
  async dataDir(): Promise<string> {
    return join(await this.folder(), "data");
  }

  async launch(options: LaunchOptions = {}): Promise<AppProcess> {
    const dataDir = options.dataDir ?? (await this.dataDir());
    const port = options.port ?? (await freePort());
    const [file = projectNode, ...args] = options.command ?? appCommand();
    const env = {
      PATH: [bin, process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: "0",
      DRAIN_SECONDS: "0",
      ...options.env,
    };
    // A separate process group lets cleanUp also end the processes that the app starts.
    const child = spawn(file, args, {
      cwd: options.cwd ?? root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve).once("error", reject);
    });
    const app = new AppProcess(child, dataDir, port);
    this.#apps.push(app);
    this.#dataDirs.add(dataDir);
    return app;
  }

  /** Creates a data directory with a migrated database, which makes the start much faster. */
  async preparedDataDir(): Promise<string> {
    const dataDir = await this.dataDir();
    await cp(inject("preparedDataDir"), dataDir, { recursive: true });
    return dataDir;
  }

  /** Launches an app, by default on a prepared data directory, and waits until it is ready. */
  async start(options: LaunchOptions = {}): Promise<AppProcess> {
    const dataDir =
      options.dataDir ?? (options.env?.DATABASE_URL ? undefined : await this.preparedDataDir());
    return (await this.launch({ ...options, ...(dataDir && { dataDir }) })).ready();
  }

  /** @param release runs before the folders are removed */
  async cleanUp(release: () => void = () => {}): Promise<void> {
    for (const app of this.#apps.splice(0)) {
      sendSignal(-app.pid, "SIGKILL");
      await app.exited;
    }
    for (const dataDir of this.#dataDirs) {
      const postgres = await postgresOf(dataDir);
      if (isAlive(postgres)) sendSignal(postgres, "SIGKILL");
      await gone(postgres);
    }
    this.#dataDirs.clear();
    release();
    for (const folder of this.#folders.splice(0)) {
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    }
  }
}
