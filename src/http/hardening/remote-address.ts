import type { FastifyInstance } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

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
