import { readdir, readFile } from "node:fs/promises";

/** Clock ticks per second, the unit in which the kernel reports CPU times. */
const TICKS = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** Milliseconds of CPU time of the process and of its children that have ended. */
  milliseconds: number;
}

async function readProcess(pid: string): Promise<ProcessTimes | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(pid), parent: Number(fields[1]), milliseconds: (ticks / TICKS) * 1000 };
}

/** Returns the milliseconds of CPU time that a PostgreSQL server and its backends have used. Linux only. */
export async function postgresCpu(postmaster: number): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(pids.map(readProcess));
  return processes
    .filter((found) => found !== undefined)
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
