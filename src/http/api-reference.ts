import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../platform/context.ts";
import { registerRoute, type RouteDeclaration } from "./route.ts";

export const documentRoute: RouteDeclaration<"anyone"> = {
  name: "openapi",
  rest: "GET /openapi.json",
  permission: "anyone",
};

/** The routes that the plugin of the API reference serves. */
export const apiReferenceRoutes: RouteDeclaration<"anyone">[] = [
  { name: "docs", rest: "GET /docs", permission: "anyone" },
  { name: "docs.page", rest: "GET /docs/", permission: "anyone" },
  { name: "docs.script", rest: "GET /docs/js/scalar.js", permission: "anyone" },
];

/** Serves the OpenAPI document and an API reference, which loads nothing from other origins. */
export async function registerDocs(
  server: FastifyInstance,
  context: Context,
  buildDocument: () => object,
): Promise<void> {
  let built: string | undefined;
  const document = () => (built ??= JSON.stringify(buildDocument()));
  registerRoute(server, context, {
    ...documentRoute,
    handle: ({ reply }) => reply.type("application/json; charset=utf-8").send(document()),
  });
  // Building it takes too long for a request, and is not needed by a server that never listens.
  server.addHook("onListen", () => void document());
  // Imported here because commands that import this file do not need its four megabytes.
  const { default: apiReference } = await import("@scalar/fastify-api-reference");
  const icon = await readFile(join(import.meta.dirname, "../../web/mark.svg"), "utf8");
  await server.register(async (scope) => {
    adaptPage(scope, `data:image/svg+xml,${encodeURIComponent(icon)}`);
    shareScript(scope);
    await scope.register(apiReference, {
      routePrefix: "/docs",
      configuration: {
        url: "/api/openapi.json",
        pageTitle: "API reference",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: "never",
      },
    });
  });
}

/**
 * Sends the plugin's script as one shared buffer. As a string, its four megabytes would be copied for each call, and
 * each copy would stay in memory until the client has received it.
 */
function shareScript(scope: FastifyInstance): void {
  let script: Buffer | undefined;
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (typeof payload !== "string" || !hasContentType(reply, "javascript")) return payload;
    return (script ??= Buffer.from(payload));
  });
}

function hasContentType(reply: FastifyReply, type: string): boolean {
  return String(reply.getHeader("content-type")).includes(type);
}

/**
 * Adapts the page of the API reference: adds the nonce to its inline script, allows its inline styles, and adds an
 * icon, without which browsers request a favicon.ico that does not exist.
 */
function adaptPage(scope: FastifyInstance, icon: string): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (typeof payload !== "string" || !hasContentType(reply, "html")) return payload;
    const policy = String(reply.getHeader("content-security-policy"));
    reply.header(
      "content-security-policy",
      policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    );
    return payload
      .replace("</head>", `<link rel="icon" href="${icon}"></head>`)
      .replaceAll("<script", `<script nonce="${reply.cspNonce.script}"`);
  });
}
