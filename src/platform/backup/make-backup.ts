import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { once } from "node:events";
import { extract } from "tar-stream";
import { CommandError } from "../lib/errors.ts";
import type { Config } from "../config/config.ts";
import { type ArchiveWriter, bytes, writeArchive } from "./archive.ts";
import { readBaseBackup } from "./base-backup.ts";
import { BACKUP_FORMAT, DESCRIPTION, type Description, parts } from "./backup-format.ts";

export interface Backup {
  path: string;
  bytes: number;
  certificates: number;
}

/**
 * Copies database, certificates and keys into one file, while the app runs and writes: what was
 * acknowledged before the backup began is in it.
 * @param target a file that does not exist yet, or a folder to make one in
 * @throws CommandError where there is something already
 */
export async function makeBackup(
  { config, databaseUrl, now }: { config: Config; databaseUrl: string; now: Date },
  target: string,
): Promise<Backup> {
  const path = await fileOf(target, now);
  if (await exists(path)) throw new CommandError(`${path} exists: a backup replaces nothing.`);
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const archive = writeArchive(draft);
  try {
    const certificates = await fill(archive, config, databaseUrl, now);
    await archive.finish();
    await rename(draft, path);
    await flushFolder(dirname(path));
    return { path, bytes: (await stat(path)).size, certificates };
  } catch (error) {
    await archive.abort();
    await rm(draft, { force: true });
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  { dataDir, s3 }: Config,
  databaseUrl: string,
  now: Date,
): Promise<number> {
  const description: Description = {
    format: BACKUP_FORMAT,
    madeAt: now.toISOString(),
    // The cluster's own format, which only the same major version reads.
    postgres: (await readFile(join(dataDir, parts.cluster, "PG_VERSION"), "utf8")).trim(),
  };
  const text = Buffer.from(`${JSON.stringify(description, null, 2)}\n`);
  await archive.addFile(DESCRIPTION, text.length, bytes(text));

  // A file is there before its row, and goes after it. Those that are there now can only go with
  // their row, before the copy of the database ends; those that come meanwhile are taken after it.
  const added = new Set<string>();
  const folder = join(dataDir, parts.certificates);
  archive.addFolder(`${parts.certificates}/`);
  if (!s3) await addFiles(archive, folder, parts.certificates, added);
  await addCluster(archive, databaseUrl);
  if (!s3) await addFiles(archive, folder, parts.certificates, added);

  // The keys last: a rotation has a key kept before anything is sealed with it.
  archive.addFolder(`${parts.secrets}/`);
  await addFiles(archive, join(dataDir, parts.secrets), parts.secrets, new Set());
  return added.size;
}

/** Adds the files of a folder that are not in `added` yet; one that is gone meanwhile is left out. */
async function addFiles(
  archive: ArchiveWriter,
  folder: string,
  name: string,
  added: Set<string>,
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
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

/** The cluster's tar, entry by entry, so that each has its checksum. */
async function addCluster(archive: ArchiveWriter, databaseUrl: string): Promise<void> {
  const tar = extract();
  const feed = async () => {
    for await (const chunk of readBaseBackup(databaseUrl)) {
      if (!tar.write(chunk)) await once(tar, "drain");
    }
    tar.end(null);
  };
  feed().catch((error: Error) => tar.destroy(error));
  archive.addFolder(`${parts.cluster}/`);
  for await (const entry of tar) {
    const { name, type, size } = entry.header;
    const path = `${parts.cluster}/${name.replace(/^\.\//, "")}`;
    if (type === "directory") {
      archive.addFolder(path);
      entry.resume();
    } else if (type === "file") {
      await archive.addFile(path, size, entry as AsyncIterable<Uint8Array>);
    } else throw new Error(`${name} is a ${type}, which a cluster of ours has none of`);
  }
}

async function fileOf(target: string, now: Date): Promise<string> {
  const path = resolve(target);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    return join(path, `propdesk-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`);
  }
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory()) return path;
  throw new CommandError(`There is no folder ${dirname(path)} for ${basename(path)}.`);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
