import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { RefusalError } from "../../platform/errors.ts";
import type { Config } from "../../platform/config/config.ts";
import { apiSecurityHeaders } from "./security-headers.ts";

/**
 * Rejects requests that HTTP forbids: HTTP/0.9 and two `Host` headers, of which a proxy may use a different one than
 * Node, because Node accepts them; and HTTP/1.1 without `Host`, which Node would reject without a message and the
 * security headers (`requireHostHeader`).
 */
export function rejectMalformedRequests(server: FastifyInstance): void {
  server.addHook("onRequest", async ({ raw: { rawHeaders, httpVersion, httpVersionMajor } }) => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]!;
      if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    }
    const isHostValid = hosts === 1 || (hosts === 0 && httpVersion === "1.0");
    if (isHostValid && httpVersionMajor >= 1) return;
    throw new RefusalError("invalid", "The request is not valid HTTP");
  });
}

/**
 * Reads the client's address as soon as it connects. Node queries it on the first access, which returns nothing after
 * a disconnect, so the audit log would lack the address. Requests that still have no address are rejected.
 */
export function captureRemoteAddresses(server: FastifyInstance): void {
  server.server.on("connection", (socket) => void socket.remoteAddress);
  server.addHook("onRequest", (request, _reply, done) => {
    const address: string | undefined = request.ip;
    done(address ? undefined : new RefusalError("invalid", "The caller has disconnected"));
  });
}

const refusals: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The request's headers are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive" },
};

const notHttp = { status: 400, message: "The request is not valid HTTP" };

/** Responds to requests that Node could not parse and that therefore never reach Fastify. */
export function handleClientErrors(config: Pick<Config, "https">) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, message } = refusals[error.code ?? ""] ?? notHttp;
    const body = JSON.stringify({ message });
    const headers = Object.entries({
      ...apiSecurityHeaders(config),
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    });
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`,
    );
  };
}

/** Rejects unsupported `Expect` headers; Node would do so without a message and the security headers. */
export function rejectUnknownExpectations(
  { server }: FastifyInstance,
  config: Pick<Config, "https">,
): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const type = "application/json; charset=utf-8";
    response
      .writeHead(417, { ...apiSecurityHeaders(config), "Content-Type": type })
      .end(JSON.stringify({ message: "The only supported Expect header is 100-continue" }));
  });
}
