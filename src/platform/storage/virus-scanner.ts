import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { SECOND } from "../lib/clock.ts";
import { StorageError } from "./storage.ts";

export interface VirusScanner {
  /**
   * Looks through a file before it is kept.
   * @returns the name of what was found, `undefined` where the file is clean
   * @throws StorageError where the scanner does not answer: what was not looked through is not kept
   */
  findVirus(path: string): Promise<string | undefined>;
  /** @throws Error where it does not answer */
  ping(): Promise<void>;
}

/**
 * ClamAV's daemon, whose command INSTREAM takes a file in parts, each after its length; a part of
 * length 0 ends it (https://docs.clamav.net/manual/Usage/Scanning.html#clamd).
 * @param url such as `tcp://127.0.0.1:3310`
 */
export function createVirusScanner(url: string): VirusScanner {
  const { hostname, port } = new URL(url);
  const address = { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  return {
    async findVirus(path) {
      try {
        const answer = await ask(address, asParts(createReadStream(path)));
        if (answer === "stream: OK") return undefined;
        const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
        if (found === undefined) throw new Error(`The virus scanner answered: ${answer}`);
        return found;
      } catch (cause) {
        throw new StorageError("The virus scanner could not look through a file", { cause });
      }
    },
    async ping() {
      const answer = await ask(address, ["zPING\0"]);
      if (answer !== "PONG") throw new Error(`The virus scanner answered: ${answer}`);
    },
  };
}

async function ask(
  address: { host: string; port: number },
  command: Iterable<string> | AsyncIterable<Buffer>,
): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(30 * SECOND, () => socket.destroy(new Error("The virus scanner is silent")));
  const [answer] = await Promise.all([text(socket), pipeline(Readable.from(command), socket)]);
  return answer.replace(/\0$/, "");
}

async function* asParts(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const part of file) {
    yield lengthOf(part);
    yield part;
  }
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
