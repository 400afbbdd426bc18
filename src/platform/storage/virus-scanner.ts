import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { SECOND } from "../time/durations.rule.ts";
import { StorageError } from "./storage.ts";

export interface VirusScanner {
  /**
   * @returns the name of the virus, or `undefined` if the file is clean
   * @throws StorageError if the scan fails; such a file must not be stored
   */
  findVirus(path: string): Promise<string | undefined>;
  /** @throws Error if the scanner does not respond */
  ping(): Promise<void>;
}

/**
 * Creates a client for the ClamAV daemon (https://docs.clamav.net/manual/Usage/Scanning.html#clamd).
 * @param url such as `tcp://127.0.0.1:3310`
 */
export function createVirusScanner(url: string): VirusScanner {
  const { hostname, port } = new URL(url);
  const address = { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  return {
    async findVirus(path) {
      try {
        const response = await send(address, encodeInstream(createReadStream(path)));
        if (response === "stream: OK") return undefined;
        const virus = /^stream: (.+) FOUND$/.exec(response)?.[1];
        if (virus === undefined) throw unexpectedResponse(response);
        return virus;
      } catch (cause) {
        throw new StorageError("The virus scanner could not scan a file", { cause });
      }
    },
    async ping() {
      const response = await send(address, ["zPING\0"]);
      if (response !== "PONG") throw unexpectedResponse(response);
    },
  };
}

const unexpectedResponse = (response: string) =>
  new Error(`Unexpected response from the virus scanner: ${response}`);

async function send(
  address: { host: string; port: number },
  command: Iterable<string> | AsyncIterable<Buffer>,
): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(30 * SECOND, () => socket.destroy(new Error("The virus scanner timed out")));
  const [response] = await Promise.all([text(socket), pipeline(Readable.from(command), socket)]);
  return response.replace(/\0$/, "");
}

/** Encodes the INSTREAM command: chunks with a length prefix, terminated by a chunk of length 0. */
async function* encodeInstream(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const chunk of file) {
    yield lengthPrefix(chunk);
    yield chunk;
  }
  yield lengthPrefix(Buffer.alloc(0));
}

function lengthPrefix(chunk: Buffer): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(chunk.length);
  return prefix;
}
