import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

const HSTS_SECONDS = 365 * 24 * 60 * 60;
const referrerPolicy = "strict-origin-when-cross-origin";

/** For answers that go out before any hook runs, as to an address that cannot be decoded. */
export function bareSecurityHeaders({ https }: Pick<Config, "https">): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": referrerPolicy,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    ...(https && { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}; includeSubDomains` }),
  };
}

/** The headers of every answer. Styles and scripts need the nonce that `reply.cspNonce` holds. */
export async function registerSecurityHeaders(
  server: FastifyInstance,
  config: Pick<Config, "https">,
): Promise<void> {
  await server.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: config.https && { maxAge: HSTS_SECONDS, includeSubDomains: true },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: referrerPolicy },
    crossOriginEmbedderPolicy: false,
  });
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
    reply.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    if (request.url.startsWith("/api")) reply.header("Cache-Control", "no-store");
  });
}
