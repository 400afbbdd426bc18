import type { FastifyInstance } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

/**
 * Rejects requests that Node accepts although HTTP forbids them: HTTP/0.9, and two `Host` headers, because a proxy may
 * use a different one than Node.
 */
export function rejectMalformedRequests(server: FastifyInstance): void {
  server.addHook("onRequest", async ({ raw: { rawHeaders, httpVersionMajor } }) => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]!;
      if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    }
    if (hosts <= 1 && httpVersionMajor >= 1) return;
    throw new RefusalError("invalid", "The request is not valid HTTP");
  });
}
