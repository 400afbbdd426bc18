import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../platform/config/config.ts";
import { RefusalError } from "../platform/lib/errors.ts";
import { isApiRequest } from "./hardening/security-headers.ts";
import { sessionCookies } from "../identity/sessions/cookies.ts";

/** Where `vite build` leaves the client. */
export const clientFolder = join(import.meta.dirname, "../../dist/web");

/** Screens that are shown to everybody. */
const publicScreens = new Set([
  "/auth",
  "/forgot-password",
  "/reset-password",
  "/partners",
  "/partnerali932",
]);

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Serves the built client: files as they are, and its page for every other address. */
export async function registerWebClient(
  server: FastifyInstance,
  config: Pick<Config, "firmName" | "partnerFragment">,
): Promise<void> {
  const page = await readPage(config);
  if (page === undefined) server.log.warn("the web client is not built: run npm run build");
  else {
    await server.register(fastifyStatic, {
      root: clientFolder,
      // A route for each file that is there: a folder, a way out of it, or the page with its
      // placeholders unfilled is nothing that could be asked for.
      wildcard: false,
      globIgnore: ["index.html", "**/*.br"],
      index: false,
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(clientFolder, "assets"));
        reply.header(
          "Cache-Control",
          isHashed ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  server.setNotFoundHandler((request, reply) => {
    if (page === undefined || !wantsPage(request)) throw new RefusalError("not-found", "Not found");
    return reply
      .code(200)
      .header("Cache-Control", "no-cache")
      .header("Vary", "Cookie")
      .type("text/html; charset=utf-8")
      .send(
        page
          .replaceAll("__CSP_NONCE__", reply.cspNonce.script)
          .replace("__TRADER_SESSION__", isForVisitor(request) ? "none" : "unknown"),
      );
  });
}

/** A screen for everybody, without a trader's cookie: the client need not ask who is signed in. */
function isForVisitor(request: FastifyRequest): boolean {
  const [path = ""] = request.url.split("?");
  return publicScreens.has(path) && sessionCookies(request).read("trader") === undefined;
}

/** An address that a person opens; the client itself tells which of them exist. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, url } = request;
  const [path = ""] = url.split("?");
  const isFile = /\.\w{1,8}$/.test(path);
  return (method === "GET" || method === "HEAD") && !isApiRequest(request) && !isFile;
}

async function readPage(
  config: Pick<Config, "firmName" | "partnerFragment">,
): Promise<string | undefined> {
  const page = await readFile(join(clientFolder, "index.html"), "utf8").catch(() => undefined);
  return page
    ?.replaceAll("__FIRM_NAME__", escapeAttribute(config.firmName))
    .replaceAll("__PARTNER_FRAGMENT__", escapeAttribute(config.partnerFragment));
}
