import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../lib/errors.ts";
import { RESTORE_DRAFT } from "../config/data-dir.ts";
import { DamagedArchiveError, readArchive } from "./archive.ts";
import { type Description, DESCRIPTION, description, parts } from "./backup-format.ts";

/**
 * Puts what is in a backup into an empty data directory: all of it or nothing. While it is under
 * way, and after it was interrupted, the app does not start on the directory.
 * @param postgres the major version of the PostgreSQL that is here
 * @throws CommandError where there is something in the directory, or the file is no good backup
 */
export async function restoreBackup(
  { dataDir, postgres }: { dataDir: string; postgres: string },
  file: string,
): Promise<Description> {
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new CommandError(`There is no file ${file}.`);
  await mkdir(dataDir, { recursive: true });
  await emptyOf(dataDir);
  const draft = join(dataDir, RESTORE_DRAFT);
  await mkdir(draft, { mode: 0o700 });
  try {
    const restored = await unpack(file, draft, postgres);
    // The database last: it is what a directory is recognised by.
    for (const part of [parts.secrets, parts.certificates, parts.cluster]) {
      await rename(join(draft, part), join(dataDir, part));
    }
    await flush(dataDir);
    await rmdir(draft);
    await flush(dataDir);
    return restored;
  } catch (error) {
    await emptyOf(dataDir);
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw new CommandError(`${file} is not a whole backup: ${error.message}.`);
  }
}

/** What an interrupted restore left goes; anything else is somebody's, and stays. */
async function emptyOf(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir);
  if (entries.includes(RESTORE_DRAFT)) {
    // The draft itself last: as long as it is there, all the rest came from it.
    for (const name of [...Object.values(parts), RESTORE_DRAFT]) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  } else if (entries.length > 0) {
    throw new CommandError(
      `${dataDir} is not empty: a restore replaces nothing. Set DATA_DIR to a new folder.`,
    );
  }
}

async function unpack(file: string, draft: string, postgres: string): Promise<Description> {
  const folders = new Set<string>([draft]);
  let found: Description | undefined;
  for await (const { name, isFolder, content } of readArchive(file)) {
    if (!found) {
      if (name !== DESCRIPTION) throw new DamagedArchiveError(`it does not begin with ${name}`);
      found = readDescription(Buffer.concat(await Array.fromAsync(content)).toString(), postgres);
      continue;
    }
    const path = join(draft, expectOurs(name));
    folders.add(isFolder ? path : dirname(path));
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (!isFolder) {
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    }
  }
  if (!found) throw new DamagedArchiveError("it is empty");
  for (const folder of folders) await flush(folder);
  return found;
}

function readDescription(text: string, postgres: string): Description {
  const parsed = description.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new CommandError("The backup was made by another version of Propdesk.");
  if (parsed.data.postgres === postgres) return parsed.data;
  throw new CommandError(
    `The backup is of PostgreSQL ${parsed.data.postgres}, and here is ${postgres}: restore it with the version of Propdesk that made it.`,
  );
}

/** Nothing is written elsewhere, whatever an archive says. */
function expectOurs(name: string): string {
  const steps = name.replace(/\/$/, "").split("/");
  const isOurs = Object.values<string>(parts).includes(steps[0]!);
  if (isOurs && steps.every((step) => step !== "" && step !== "." && step !== "..")) return name;
  throw new DamagedArchiveError(`${name} does not belong into a backup`);
}

async function flush(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
