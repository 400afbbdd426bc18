import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";

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
  const written = pipeline(tar as Bytes, createGzip(), output);
  // Prevents an unhandled rejection; the next `addFile` or `finish` awaits `written` and throws the error.
  written.catch(() => {});
  const checksums: string[] = [];

  const add = async (name: string, size: number, content: Bytes) => {
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) });
    const hash = createHash("sha256");
    let left = size;
    for await (const chunk of content) {
      hash.update(chunk);
      left -= chunk.length;
      if (left < 0) throw new Error(`${name} grew while it was read`);
      if (!entry.write(chunk)) await Promise.race([once(entry, "drain"), written]);
    }
    if (left > 0) throw new Error(`${name} shrank while it was read`);
    entry.end(null);
    return hash.digest("hex");
  };
  return {
    addFolder(name) {
      tar.entry({ name, type: "directory", mode: 0o700, mtime: new Date(0) });
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
  const found = Array.from(present, ([name, hash]) => `${hash}  ${name}\n`).join("");
  if (expected === undefined) throw new DamagedArchiveError("its end is missing");
  if (expected !== found) throw new DamagedArchiveError("its checksums do not match its content");
}

async function* hashing(content: Bytes, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readTar(path: string) {
  const tar = extract();
  const feed = async () => {
    for await (const chunk of createReadStream(path).pipe(createGunzip()) as Bytes) {
      if (!tar.write(chunk)) await once(tar, "drain");
    }
    tar.end(null);
  };
  feed().catch((error: Error) => tar.destroy(error));
  for await (const entry of withDamageErrors(tar)) {
    yield { header: entry.header, content: withDamageErrors(entry as Bytes) };
  }
}

/** Converts errors of the decompression and of the tar format to `DamagedArchiveError`. */
async function* withDamageErrors<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (cause) {
    throw new DamagedArchiveError("it cannot be unpacked", { cause });
  }
}
