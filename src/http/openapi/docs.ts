import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { makeOpenApiDocument } from "./document.ts";

/** The OpenAPI document, and a reader for people that loads nothing from elsewhere. */
export async function registerDocs(
  server: FastifyInstance,
  { firmName, https }: Pick<Config, "firmName" | "https">,
): Promise<void> {
  const document = JSON.stringify(makeOpenApiDocument(https));
  server.get("/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
  // Four megabytes that nobody else needs.
  const { default: reader } = await import("@scalar/fastify-api-reference");
  const icon = await readFile(join(import.meta.dirname, "../../../web/mark.svg"), "utf8");
  await server.register(async (scope) => {
    letReaderRun(scope, `data:image/svg+xml,${encodeURIComponent(icon)}`);
    shareScript(scope);
    await scope.register(reader, {
      routePrefix: "/docs",
      configuration: {
        url: "/api/openapi.json",
        pageTitle: `${firmName} API`,
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
 * The reader sends its script as text, of which each call would make four megabytes of its own: a few
 * hundred callers that read slowly would take two gigabytes.
 */
function shareScript(scope: FastifyInstance): void {
  let script: Buffer | undefined;
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (typeof payload !== "string" || !isOf(reply, "javascript")) return payload;
    return (script ??= Buffer.from(payload));
  });
}

function isOf(reply: FastifyReply, type: string): boolean {
  return String(reply.getHeader("content-type")).includes(type);
}

/**
 * The reader starts from an inline script, which gets the nonce, and styles itself inline. It names
 * no icon: a browser would ask for a favicon.ico that is not there.
 */
function letReaderRun(scope: FastifyInstance, icon: string): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (typeof payload !== "string" || !isOf(reply, "html")) return payload;
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
