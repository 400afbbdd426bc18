import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import type { Context } from "../platform/context.ts";
import { registerRoute, type RouteDeclaration } from "./route.ts";

export const documentRoute: RouteDeclaration<"anyone"> = {
  name: "openapi",
  rest: "GET /openapi.json",
  permission: "anyone",
};

const folderRoute: RouteDeclaration<"anyone"> = {
  name: "docs",
  rest: "GET /docs",
  permission: "anyone",
};

const pageRoute: RouteDeclaration<"anyone"> = {
  name: "docs.page",
  rest: "GET /docs/",
  permission: "anyone",
};

const scriptRoute: RouteDeclaration<"anyone"> = {
  name: "docs.script",
  rest: "GET /docs/js/scalar.js",
  permission: "anyone",
};

export const apiReferenceRoutes = [folderRoute, pageRoute, scriptRoute];

/**
 * Serves the OpenAPI document and an API reference, which loads nothing from other origins. The first request creates
 * them, because that takes a third of the time of a start.
 */
export function registerDocs(
  server: FastifyInstance,
  context: Context,
  renderDocument: () => Promise<string>,
): void {
  const document = lazily(renderDocument);
  registerRoute(server, context, {
    ...documentRoute,
    handle: async ({ reply }) =>
      reply.type("application/json; charset=utf-8").send(await document()),
  });
  const reference = lazily(createReference);
  registerRoute(server, context, {
    ...folderRoute,
    handle: ({ reply }) => reply.redirect(`${server.prefix}/docs/`, 301),
  });
  registerRoute(server, context, {
    ...pageRoute,
    async handle({ reply }) {
      const { page } = await reference();
      const policy = String(reply.getHeader("content-security-policy"));
      return reply
        .header(
          "content-security-policy",
          policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
        )
        .type("text/html; charset=utf-8")
        .send(page.replaceAll("<script", `<script nonce="${reply.cspNonce.script}"`));
    },
  });
  registerRoute(server, context, {
    ...scriptRoute,
    async handle({ reply }) {
      const { script } = await reference();
      return reply.type("application/javascript; charset=utf-8").send(script);
    },
  });
}

/** Creates a value once, when it is first needed; again after a failure. */
function lazily<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= create().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

interface ApiReference {
  page: string;
  /**
   * One buffer for all responses: a string of four megabytes would be copied for each, and each copy would stay in
   * memory until the client has received it.
   */
  script: Buffer;
}

/** Takes the files from the plugin, and adds an icon, without which browsers request a favicon.ico that does not exist. */
async function createReference(): Promise<ApiReference> {
  const { default: apiReference } = await import("@scalar/fastify-api-reference");
  const plugin = Fastify();
  await plugin.register(apiReference, {
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
  const [page, script, icon] = await Promise.all([
    plugin.inject("/docs/"),
    plugin.inject("/docs/js/scalar.js"),
    readFile(join(import.meta.dirname, "../../web/mark.svg"), "utf8"),
  ]);
  await plugin.close();
  const link = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`;
  return { page: page.body.replace("</head>", `${link}</head>`), script: script.rawPayload };
}
