import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { apiSecurityHeaders } from "./security-headers.ts";

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
