import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";

/**
 * A backup is a gzipped tar file. Its last entry has the SHA-256 of each file before it, in the form
 * that `sha256sum -c` reads; an archive without it, or with another content, is no backup.
 */
const CHECKSUMS = "checksums.sha256";

type Bytes = AsyncIterable<Uint8Array>;

export interface ArchiveWriter {
  addFolder(name: string): void;
  /** @param size in bytes, which `content` must have */
  addFile(name: string, size: number, content: Bytes): Promise<void>;
  /** Writes the checksums, and puts the file on the disk. */
  finish(): Promise<void>;
  abort(): Promise<void>;
}

/** @param path of a file that does not exist; only its owner will be able to read it */
export function writeArchive(path: string): ArchiveWriter {
  const tar = pack();
  const output = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(tar as Bytes, createGzip(), output);
  // Whoever adds the next entry, or finishes, is told of the failure.
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

/** A content that is in memory already. */
export async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  /** To be read to its end before the next entry is. */
  content: Bytes;
}

/** The archive does not hold what was put into it. */
export class DamagedArchiveError extends Error {
  override name = "DamagedArchiveError";
}

/**
 * All entries, in their order. They may be believed once the last of them is read.
 * @throws DamagedArchiveError where the archive is cut off or anything in it was changed
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
  if (expected !== found) throw new DamagedArchiveError("its checksums do not fit its content");
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
  for await (const entry of undamaged(tar)) {
    yield { header: entry.header, content: undamaged(entry as Bytes) };
  }
}

/** What cannot be unpacked is damaged, wherever that shows. */
async function* undamaged<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (cause) {
    throw new DamagedArchiveError("it cannot be unpacked to its end", { cause });
  }
}
