import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { SECOND } from "../lib/clock.ts";

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
  // After a crash of the machine or container, another program may have this id, and PostgreSQL would
  // refuse to start because of it.
  await rm(file, { force: true });
  return undefined;
}

/**
 * A server fills the file right after it creates it. If the machine fails in between, the file stays empty
 * and PostgreSQL refuses to start.
 */
async function removeEmpty(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > 5 * SECOND;
  if (isLeft) await rm(file, { force: true });
}

/** Checked where `/proc` exists; elsewhere the file is trusted. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  // A launcher such as unshare has its own name until it becomes PostgreSQL.
  return name === undefined || /^(postgres|unshare|setpriv)/.test(name);
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  // Signals to process 0 go to the caller's own group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
