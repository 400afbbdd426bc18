import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../errors.ts";
import { syncToDisk } from "../storage/storage.ts";
import { RESTORE_DRAFT } from "../config/data-dir.ts";
import {
  DamagedArchiveError,
  type Description,
  DESCRIPTION,
  description,
  parts,
  readArchive,
} from "./archive.ts";

/**
 * Restores a backup into an empty data directory, completely or not at all. The app does not start with this directory
 * during a restore or after an interrupted one.
 * @param postgres the major version of the installed PostgreSQL
 * @throws CommandError if the directory is not empty, or if the file is not a valid backup
 */
export async function restoreBackup(
  { dataDir, postgres }: { dataDir: string; postgres: string },
  file: string,
): Promise<Description> {
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new CommandError(`The file ${file} does not exist.`);
  await mkdir(dataDir, { recursive: true });
  await clearInterruptedRestore(dataDir);
  const draft = join(dataDir, RESTORE_DRAFT);
  await mkdir(draft, { mode: 0o700 });
  try {
    const restored = await unpack(file, draft, postgres);
    // The database is moved last, because its folder identifies a data directory.
    for (const part of [parts.secrets, parts.files, parts.cluster]) {
      await rename(join(draft, part), join(dataDir, part));
    }
    await syncToDisk(dataDir);
    await rmdir(draft);
    await syncToDisk(dataDir);
    return restored;
  } catch (error) {
    await clearInterruptedRestore(dataDir);
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw new CommandError(`${file} is not a valid backup: ${error.message}.`);
  }
}

/** @throws CommandError if the directory contains anything but the remains of a restore */
async function clearInterruptedRestore(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir);
  if (entries.includes(RESTORE_DRAFT)) {
    // The draft is removed last, because it shows that everything else came from the restore.
    for (const name of [...Object.values(parts), RESTORE_DRAFT]) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  } else if (entries.length > 0) {
    throw new CommandError(
      `${dataDir} is not empty: a restore never overwrites data. Set DATA_DIR to a new folder.`,
    );
  }
}

async function unpack(file: string, draft: string, postgres: string): Promise<Description> {
  const folders = new Set<string>([draft]);
  let restored: Description | undefined;
  for await (const { name, isFolder, content } of readArchive(file)) {
    if (!restored) {
      if (name !== DESCRIPTION) {
        throw new DamagedArchiveError(`it does not begin with ${DESCRIPTION}`);
      }
      restored = readDescription(
        Buffer.concat(await Array.fromAsync(content)).toString(),
        postgres,
      );
      continue;
    }
    const path = join(draft, requireKnownPath(name));
    folders.add(isFolder ? path : dirname(path));
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (!isFolder) {
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    }
  }
  if (!restored) throw new DamagedArchiveError("it is empty");
  for (const folder of folders) await syncToDisk(folder);
  return restored;
}

function readDescription(text: string, postgres: string): Description {
  const parsed = description.safeParse(parseDescription(text));
  if (!parsed.success)
    throw new CommandError("The backup was created by an incompatible version of Propdesk.");
  if (parsed.data.postgres === postgres) return parsed.data;
  throw new CommandError(
    `The backup is from PostgreSQL ${parsed.data.postgres}, but this version has PostgreSQL ${postgres}: restore it with the version of Propdesk that created it.`,
  );
}

function parseDescription(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedArchiveError(`${DESCRIPTION} is not valid JSON`);
  }
}

/** Prevents path traversal: an archive must not write outside the expected folders. */
function requireKnownPath(name: string): string {
  const segments = name.replace(/\/$/, "").split("/");
  const isKnown = Object.values<string>(parts).includes(segments[0]!);
  if (isKnown && segments.every((segment) => !["", ".", ".."].includes(segment))) return name;
  throw new DamagedArchiveError(`${name} does not belong in a backup`);
}
