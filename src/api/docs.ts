import type { FastifyInstance } from "fastify";
import { makeOpenApiDocument } from "./openapi.ts";

/** The OpenAPI document, and a reader for people that loads nothing from elsewhere. */
export async function registerDocs(server: FastifyInstance, firmName: string): Promise<void> {
  const document = JSON.stringify(makeOpenApiDocument());
  server.get("/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
  // Four megabytes that nobody else needs.
  const { default: reader } = await import("@scalar/fastify-api-reference");
  await server.register(async (scope) => {
    letReaderRun(scope);
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

/** The reader starts from an inline script, which gets the nonce, and styles itself inline. */
function letReaderRun(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (typeof payload !== "string" || !String(reply.getHeader("content-type")).includes("html")) {
      return payload;
    }
    const policy = String(reply.getHeader("content-security-policy"));
    reply.header(
      "content-security-policy",
      policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    );
    return payload.replaceAll("<script", `<script nonce="${reply.cspNonce.script}"`);
  });
}
