import type { FastifyInstance } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

/**
 * Node asks the system for a caller's address when somebody wants to know it, and is told none where the
 * caller has hung up by then: what he did would stand in the audit log without it. So it is asked at
 * once, and who is gone even then does nothing.
 */
export function captureRemoteAddresses(server: FastifyInstance): void {
  server.server.on("connection", (socket) => void socket.remoteAddress);
  server.addHook("onRequest", (request, _reply, done) => {
    const address: string | undefined = request.ip;
    done(address ? undefined : new RefusalError("invalid", "The caller has hung up"));
  });
}
