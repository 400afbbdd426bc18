import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { SECOND } from "../time/durations.rule.ts";

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
  const found = await stat(file).catch(() => undefined);
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > 5 * SECOND;
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
