import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";

const HSTS_SECONDS = 365 * 24 * 60 * 60;
const referrerPolicy = "strict-origin-when-cross-origin";

/**
 * Returns the headers of JSON and of responses sent before any hook runs, which browsers must never execute. The dozens
 * of hashed scripts, styles and fonts of a page also get them, because the page's own policy decides whether they run.
 */
export function apiSecurityHeaders({ https }: Pick<Config, "https">): Record<string, string> {
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

/** Returns the content security policy of pages. Inline scripts and styles need the nonce. */
function policyOf(nonce: string) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", `'nonce-${nonce}'`],
      styleSrc: ["'self'", `'nonce-${nonce}'`],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}

/**
 * Returns whether a request is for the API, as opposed to a page or its files. Uses the path of the matched route if
 * possible, because the client may have encoded the requested path differently.
 */
export function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/api([/?]|$)/.test(routeOptions.url ?? url);
}

/** Paths under `/api` that users open in a browser. */
const isOpened = /^\/api\/(docs|certificates)(\/|$)/;

const isHashedFile = /^\/assets\/[^/]+\.(?:js|css|woff2)$/;

/** Sets the security headers of every response. `reply.cspNonce` contains the nonce of a page. */
export async function registerSecurityHeaders(
  server: FastifyInstance,
  config: Pick<Config, "https">,
): Promise<void> {
  await server.register(helmet, {
    global: false,
    hsts: config.https && { maxAge: HSTS_SECONDS, includeSubDomains: true },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: referrerPolicy },
    crossOriginEmbedderPolicy: false,
  });
  const bare = apiSecurityHeaders(config);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Request-Id", request.id);
    const isBare = isApiRequest(request) || isHashedFile.test(request.routeOptions.url ?? "");
    if (isBare) reply.headers(bare);
    if (!isBare || isOpened.test(request.url.split("?", 1)[0]!)) {
      reply.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
      reply.removeHeader("Content-Security-Policy");
      const nonce = randomBytes(16).toString("hex");
      reply.cspNonce = { script: nonce, style: nonce };
      void reply.helmet({ contentSecurityPolicy: policyOf(nonce) });
    }
    done();
  });
}
