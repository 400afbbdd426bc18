import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { advisoryLocks } from "../advisory-locks.ts";
import { PrimaryClient } from "../database/primary-client.ts";
import { CommandError } from "../errors.ts";
import { syncToDisk } from "../storage/storage.ts";
import type { Config } from "../config/config.ts";
import {
  type ArchiveWriter,
  BACKUP_FORMAT,
  bytes,
  DESCRIPTION,
  type Description,
  parseTar,
  parts,
  writeArchive,
} from "./archive.ts";
import { readBaseBackup } from "./base-backup.ts";

export interface Backup {
  path: string;
  bytes: number;
  files: number;
}

/**
 * Copies the database, the stored files and the keys into one archive, even while the app is running. The backup
 * contains all writes that were acknowledged before it began.
 * @param target a file that does not exist yet, or an existing folder
 * @throws CommandError if the file exists, or if its folder does not
 */
export async function makeBackup(
  { config, databaseUrl, now }: { config: Config; databaseUrl: string; now: Date },
  target: string,
): Promise<Backup> {
  const path = await resolveTarget(target, now);
  if (await exists(path)) {
    throw new CommandError(`${path} already exists: a backup never overwrites a file.`);
  }
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const archive = writeArchive(draft);
  try {
    const files = await addContent(archive, config, databaseUrl, now);
    await archive.finish();
    await rename(draft, path);
    await syncToDisk(dirname(path));
    return { path, bytes: (await stat(path)).size, files };
  } catch (error) {
    await archive.abort();
    await rm(draft, { force: true });
    throw error;
  }
}

/** @returns the number of stored files */
async function addContent(
  archive: ArchiveWriter,
  { dataDir, s3 }: Config,
  databaseUrl: string,
  now: Date,
): Promise<number> {
  const description: Description = {
    format: BACKUP_FORMAT,
    madeAt: now.toISOString(),
    // Only the same major version of PostgreSQL can read the cluster's files.
    postgres: (await readFile(join(dataDir, parts.cluster, "PG_VERSION"), "utf8")).trim(),
  };
  const text = Buffer.from(`${JSON.stringify(description, null, 2)}\n`);
  await archive.addFile(DESCRIPTION, text.length, bytes(text));

  // A file is stored before its row is inserted, and removed after its row is deleted. The first pass therefore covers
  // all rows that exist now, and the second pass adds the files of rows inserted while the database is copied. In
  // between, no file is removed: a row in the copy may be deleted before the second pass.
  const added = new Set<string>();
  const folder = join(dataDir, parts.files);
  archive.addFolder(`${parts.files}/`);
  const addStored = () => addFiles(archive, folder, parts.files, added);
  if (!s3) await addStored();
  await whileFilesStay(databaseUrl, async () => {
    await addCluster(archive, databaseUrl);
    if (!s3) await addStored();
  });

  // The keys come last: a rotation stores a new key before it encrypts anything with it.
  archive.addFolder(`${parts.secrets}/`);
  await addFiles(archive, join(dataDir, parts.secrets), parts.secrets, new Set());
  return added.size;
}

/** Runs `work` while the app removes no stored files; see `isBackupRunning`. */
async function whileFilesStay(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const owner = new PrimaryClient({ connectionString: databaseUrl });
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [advisoryLocks.backup]);
    await work();
    // Fails if the connection, and the lock with it, was lost in the meantime.
    await owner.query("select pg_advisory_unlock($1)", [advisoryLocks.backup]);
  } finally {
    await owner.end();
  }
}

/**
 * Adds the files that are not in `added` yet; skips files that are removed in the meantime.
 * @throws CommandError if the folder does not exist
 */
async function addFiles(
  archive: ArchiveWriter,
  folder: string,
  name: string,
  added: Set<string>,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new CommandError(
        `${folder} does not exist, so the backup would be incomplete. If Propdesk has never started with this data directory, there is nothing to back up: start it once. Otherwise, restore the folder.`,
      );
    },
  );
  for (const entry of entries) {
    if (!entry.isFile() || added.has(entry.name)) continue;
    const file = await open(join(folder, entry.name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!file) continue;
    const { size } = await file.stat();
    await archive.addFile(`${name}/${entry.name}`, size, file.createReadStream());
    added.add(entry.name);
  }
}

/** Repacks the cluster's tar entry by entry, so that each file gets a checksum. */
async function addCluster(archive: ArchiveWriter, databaseUrl: string): Promise<void> {
  archive.addFolder(`${parts.cluster}/`);
  for await (const entry of parseTar(readBaseBackup(databaseUrl))) {
    const { name, type, size } = entry.header;
    const path = `${parts.cluster}/${name.replace(/^\.\//, "")}`;
    if (type === "directory") {
      archive.addFolder(path);
      entry.resume();
    } else if (type === "file") {
      await archive.addFile(path, size, entry as AsyncIterable<Uint8Array>);
    } else throw new Error(`Unexpected ${type} in the cluster: ${name}`);
  }
}

async function resolveTarget(target: string, now: Date): Promise<string> {
  const path = resolve(target);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    return join(path, `propdesk-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`);
  }
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory()) return path;
  throw new CommandError(`The folder ${dirname(path)} does not exist.`);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
