import type { FastifyInstance } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

/**
 * Refuses what Node takes though HTTP forbids it: a request with two `Host` headers, which a proxy may
 * read as another than we do, and one of a time before there were headers.
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
