import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { SECOND } from "../lib/clock.ts";

/** What `postmaster.pid` says, where the process it names is alive. */
export async function readPostmaster(
  cluster: string,
): Promise<{ pid: number; port: number } | undefined> {
  const file = join(cluster, "postmaster.pid");
  await removeEmpty(file);
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0 && port > 0 && isAlive(pid))) return undefined;
  if (await isPostgres(pid)) return { pid, port };
  // After a crash of the whole machine or container another program may have got the id, and
  // PostgreSQL would take it for a server and never start again.
  await rm(file, { force: true });
  return undefined;
}

/**
 * A server writes into its file as soon as it has made it. Where the machine failed in that moment,
 * the file stays empty, and no server would ever start beside it.
 */
async function removeEmpty(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > 5 * SECOND;
  if (isLeft) await rm(file, { force: true });
}

/** Where the system tells what a process runs; elsewhere the file is believed. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  // A launcher such as unshare has its own name until it becomes PostgreSQL.
  return name === undefined || /^(postgres|unshare|setpriv)/.test(name);
}

/** Whether a process of this id exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  // To the system, process 0 is the group of the one that asks.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
