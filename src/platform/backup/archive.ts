import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type Extract, extract, pack } from "tar-stream";
import { z } from "zod";
import { CommandError } from "../errors.ts";

/** Must be incremented if older versions could not restore a new backup. */
export const BACKUP_FORMAT = 1;

/** The first entry of the archive, which describes the backup. */
export const DESCRIPTION = "backup.json";

export const description = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAt: z.iso.datetime(),
  /** The major version of the PostgreSQL cluster. */
  postgres: z.string(),
});
export type Description = z.infer<typeof description>;

/** The folders of the data directory that are backed up. `files` contains all stored files. */
export const parts = {
  files: "certificates",
  secrets: "secrets",
  cluster: "postgres",
} as const;

/**
 * A backup is a gzipped tar file. Its last entry lists the SHA-256 of each file in the format of `sha256sum`. If this
 * entry is missing or a checksum differs, the archive is damaged.
 */
const CHECKSUMS = "checksums.sha256";

type Bytes = AsyncIterable<Uint8Array>;

export interface ArchiveWriter {
  addFolder(name: string): void;
  /** @param size the exact length of `content` in bytes */
  addFile(name: string, size: number, content: Bytes): Promise<void>;
  /** Writes the checksums and flushes the file to the disk. */
  finish(): Promise<void>;
  abort(): Promise<void>;
}

/** @param path must not exist yet; the file is readable by its owner only */
export function writeArchive(path: string): ArchiveWriter {
  const tar = pack();
  const output = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(tar as Bytes, createGzip(), output).catch(({ message }: Error) => {
    throw new CommandError(`The backup cannot be written: ${message}.`);
  });
  const failed = new AbortController();
  // The next `addFile` or `finish` awaits `written` and throws the error.
  written.catch(() => failed.abort());
  const checksums: string[] = [];

  const add = async (name: string, size: number, content: Bytes) => {
    if (failed.signal.aborted) await written;
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) });
    // It fails with `tar`, whose error `written` throws.
    entry.on("error", () => {});
    const hash = createHash("sha256");
    let left = size;
    for await (const chunk of content) {
      hash.update(chunk);
      left -= chunk.length;
      if (left < 0) throw new Error(`${name} grew while it was read`);
      if (entry.write(chunk)) continue;
      await once(entry, "drain", { signal: failed.signal }).catch(() => written);
    }
    if (left > 0) throw new Error(`${name} shrank while it was read`);
    entry.end(null);
    return hash.digest("hex");
  };
  return {
    addFolder(name) {
      if (failed.signal.aborted) return;
      const entry = tar.entry({ name, type: "directory", mode: 0o700, mtime: new Date(0) });
      entry.on("error", () => {});
    },
    async addFile(name, size, content) {
      checksums.push(`${await add(name, size, content)}  ${name}\n`);
    },
    async finish() {
      const list = Buffer.from(checksums.join(""));
      await add(CHECKSUMS, list.length, bytes(list));
      tar.finalize();
      await written;
    },
    async abort() {
      tar.destroy();
      await written.catch(() => {});
    },
  };
}

/** Returns content that is already in memory as an iterable. */
export async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  /** Must be read to its end before the next entry. */
  content: Bytes;
}

/** The archive is incomplete or was changed. */
export class DamagedArchiveError extends Error {
  override name = "DamagedArchiveError";
}

/**
 * Reads the entries in order. Their checksums are verified only after the last one.
 * @throws DamagedArchiveError if the archive is truncated or was changed
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const present = new Map<string, string>();
  let expected: string | undefined;
  for await (const { header, content } of readTar(path)) {
    const { name, type } = header;
    if (name === CHECKSUMS) {
      expected = Buffer.concat(await Array.fromAsync(content)).toString();
      continue;
    }
    if (type === "directory") {
      yield { name, isFolder: true, content };
      continue;
    }
    const hash = createHash("sha256");
    yield { name, isFolder: false, content: hashing(content, hash) };
    present.set(name, hash.digest("hex"));
  }
  const actual = Array.from(present, ([name, hash]) => `${hash}  ${name}\n`).join("");
  if (expected === undefined) throw new DamagedArchiveError("its end is missing");
  if (expected !== actual) throw new DamagedArchiveError("its checksums do not match its content");
}

async function* hashing(content: Bytes, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readTar(path: string) {
  const content = createGunzip();
  // The iteration of `content` throws an error of the file.
  pipeline(createReadStream(path), content).catch(() => {});
  for await (const entry of withDamageErrors(parseTar(content as Bytes))) {
    yield { header: entry.header, content: withDamageErrors(entry as Bytes) };
  }
}

/** Returns the entries of a tar file. The iteration of `content` ends with theirs, even if that is abandoned. */
export function parseTar(content: Bytes): Extract {
  const tar = extract();
  const ended = new AbortController();
  tar.once("close", () => ended.abort());
  const feed = async () => {
    for await (const chunk of content) {
      if (!tar.write(chunk)) await once(tar, "drain", { signal: ended.signal });
    }
    tar.end(null);
  };
  feed().catch((error: Error) => tar.destroy(error));
  return tar;
}

/** Converts errors of the decompression and of the tar format to `DamagedArchiveError`. */
async function* withDamageErrors<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (cause) {
    const { syscall, message } = cause as NodeJS.ErrnoException;
    if (syscall !== undefined) throw new CommandError(`The backup cannot be read: ${message}.`);
    throw new DamagedArchiveError("it cannot be unpacked", { cause });
  }
}
