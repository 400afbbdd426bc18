import { execFile, type SpawnOptions } from "node:child_process";
import { chown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConfigError } from "../config/env.ts";

const run = promisify(execFile);

/** The user and group id that Linux reserves for processes without privileges. */
const UNPRIVILEGED_ID = 65_534;

/** A way to run PostgreSQL's programs, which must not run as root. */
export interface Launcher {
  command(
    program: string,
    args: string[],
  ): [program: string, args: string[], options: SpawnOptions];
  /** The user id that must own the database files; null for the current user. */
  owner: number | null;
}

const asCurrentUser: Launcher = { command: (program, args) => [program, args, {}], owner: null };

/** Maps root to the unprivileged user in a user namespace. The program can still read every file that root can. */
const inUserNamespace: Launcher = {
  command: (program, args) => [
    "unshare",
    [
      "--user",
      `--map-user=${UNPRIVILEGED_ID}`,
      `--map-group=${UNPRIVILEGED_ID}`,
      "--",
      program,
      ...args,
    ],
    {},
  ],
  owner: 0,
};

/** Switches to the unprivileged user, with the capability to access files regardless of their permissions. */
const withCapability: Launcher = {
  command: (program, args) => [
    "setpriv",
    [
      `--reuid=${UNPRIVILEGED_ID}`,
      `--regid=${UNPRIVILEGED_ID}`,
      "--clear-groups",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
      "--",
      program,
      ...args,
    ],
    {},
  ],
  owner: UNPRIVILEGED_ID,
};

/** Switches to the unprivileged user. Requires that this user may read the programs and write to the data folder. */
const asUnprivilegedUser: Launcher = {
  command: (program, args) => [program, args, { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }],
  owner: UNPRIVILEGED_ID,
};

/**
 * Finds the first launcher that works on this machine.
 * @throws ConfigError if none does
 * @param program one of PostgreSQL's programs
 * @param folder an existing folder for the data
 */
export async function findLauncher(program: string, folder: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return asCurrentUser;
  for (const launcher of [inUserNamespace, withCapability, asUnprivilegedUser]) {
    if (await works(launcher, program, folder)) return launcher;
  }
  throw new ConfigError(
    "The embedded PostgreSQL cannot run as root here, and no other user can reach " +
      `${folder}. Start as an ordinary user, set DATA_DIR to a folder that others can enter, ` +
      "or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

async function works(launcher: Launcher, program: string, folder: string): Promise<boolean> {
  for (const [command, args] of [
    [program, ["--version"]],
    ["test", ["-x", folder]],
  ] as const) {
    const [file, allArgs, options] = launcher.command(command, [...args]);
    try {
      await run(file, allArgs, { uid: options.uid, gid: options.gid });
    } catch {
      return false;
    }
  }
  return true;
}

/** Changes the owner of a folder that was created with another launcher. */
export async function giveOwnership(folder: string, launcher: Launcher): Promise<void> {
  if (launcher.owner === null || (await stat(folder)).uid === launcher.owner) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await chown(join(folder, entry), launcher.owner, launcher.owner);
  }
  await chown(folder, launcher.owner, launcher.owner);
}
