import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** The harmless test file that every scanner reports as a virus: https://www.eicar.org */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

export interface ScannerServer {
  url: string;
  /** The received files. */
  files: Buffer[];
  close(): Promise<void>;
}

function judge(file: Buffer): string {
  return file.includes(EICAR) ? "stream: Eicar-Test FOUND" : "stream: OK";
}

/** Starts a server with the protocol of ClamAV's daemon, which recognizes one virus. */
export async function startVirusScanner(
  response: (file: Buffer) => string = judge,
  port = 0,
): Promise<ScannerServer> {
  const files: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // The sender may be killed before it has sent the whole file.
    serve(socket).catch(() => socket.destroy());
  });
  async function serve(socket: Socket) {
    const sent = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>));
    const isPing = sent.equals(Buffer.from("zPING\0"));
    if (!isPing) files.push(fileIn(sent));
    socket.end(isPing ? "PONG\0" : `${response(files.at(-1)!)}\0`);
  }
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

/** @throws Error unless the input is `zINSTREAM` and length-prefixed chunks, the last one empty */
function fileIn(sent: Buffer): Buffer {
  const command = Buffer.from("zINSTREAM\0");
  if (!sent.subarray(0, command.length).equals(command)) throw new Error("Not INSTREAM");
  const parts: Buffer[] = [];
  let at = command.length;
  for (let length = sent.readUInt32BE(at); length > 0; length = sent.readUInt32BE(at)) {
    parts.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  if (sent.length !== at + 4) throw new Error("Data after the last chunk");
  return Buffer.concat(parts);
}
