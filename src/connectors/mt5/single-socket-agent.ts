import { Agent } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, getCACertificates } from "node:tls";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { connectionFailure } from "../connection-failure.ts";
import { PlatformError } from "../platform.ts";

/** Sends all requests over one socket, because it is the session: another one would not be signed in. */
export class SingleSocketAgent extends Agent {
  readonly #socket: Socket;
  #isUsed = false;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socket = socket;
  }

  override createConnection(): Socket {
    if (this.#isUsed) throw new PlatformError("platform_away", "The connection was closed");
    this.#isUsed = true;
    return this.#socket;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  override destroy(): void {
    super.destroy();
    this.#socket.destroy();
  }
}

const CONNECT_TIMEOUT = 10 * SECOND;

/** Connects to a server. @param ca a PEM that is trusted beside the system's */
export async function openSocket(url: URL, ca: string | undefined): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isTls = url.protocol === "https:";
  const port = Number(url.port) || (isTls ? 443 : 80);
  const trusted = ca && [...getCACertificates("default"), ...getCACertificates("system"), ca];
  const socket = isTls
    ? connectTls({
        host,
        port,
        servername: isIP(host) ? "" : host,
        rejectUnauthorized: true,
        ...(trusted && { ca: trusted }),
      })
    : connectTcp({ host, port });
  socket.setTimeout(CONNECT_TIMEOUT, () => {
    socket.destroy(new Error("The platform does not answer"));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(isTls ? "secureConnect" : "connect", resolve);
  socket.once("error", reject);
  try {
    await promise;
  } catch (error) {
    socket.destroy();
    throw connectionFailure((error as NodeJS.ErrnoException).code);
  }
  socket.setTimeout(0);
  // Later errors are those of a request.
  socket.on("error", () => {});
  return socket;
}
