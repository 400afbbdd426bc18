import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { readBearer } from "../../identity/tokens/authenticate-token.ts";
import { RefusalError } from "../../platform/errors.ts";

const readMethods = new Set(["GET", "HEAD", "OPTIONS"]);

type OriginConfig = Pick<Config, "publicUrl" | "isPublicUrlSet" | "port">;

/**
 * Rejects writes that a browser sends from another origin. Requests without `Origin` and `Sec-Fetch-Site` are accepted,
 * because scripts send no cookies that another site could abuse, and so are requests with a bearer token, whose cookies
 * are ignored.
 */
export function rejectCrossOriginWrites(server: FastifyInstance, config: OriginConfig): void {
  const allowed = allowedOrigins(config);
  server.addHook("onRequest", (request, _reply, done) => {
    if (readMethods.has(request.method) || hasBearer(request) || isSameOrigin(request))
      return done();
    const { origin } = request.headers;
    request.log.warn({ event: "malicious_cors", address: request.ip, origin }, "malicious_cors");
    return done(new RefusalError("forbidden", "Requests from other sites are not allowed"));
  });

  function isSameOrigin({ headers, socket }: FastifyRequest): boolean {
    const site = headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin" && site !== "none") return false;
    const { origin } = headers;
    if (origin === undefined || allowed.has(origin)) return true;
    return !config.isPublicUrlSet && origin === localOrigin(socket);
  }
}

function hasBearer({ headers }: FastifyRequest): boolean {
  return readBearer(headers.authorization) !== undefined;
}

/**
 * Returns the origins that may write, which never depend on `Host`: after DNS rebinding, the `Origin` and `Host` of a
 * hostile page agree. Loopback names and literal addresses are safe, because such a page uses a domain name.
 */
function allowedOrigins({ publicUrl, isPublicUrlSet, port }: OriginConfig): Set<string> {
  if (isPublicUrlSet) return new Set([publicUrl]);
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  return new Set([publicUrl, ...loopback.map((host) => new URL(`http://${host}:${port}`).origin)]);
}

/** Returns the origin of the address that the client connected to, for `HOST=0.0.0.0` and `HOST=::`. */
function localOrigin({ localAddress, localPort }: FastifyRequest["socket"]): string | undefined {
  if (localAddress === undefined || localPort === undefined) return undefined;
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, "");
  return new URL(`http://${address.includes(":") ? `[${address}]` : address}:${localPort}`).origin;
}
