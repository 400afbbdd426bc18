import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../platform/config/config.ts";
import { RefusalError } from "../platform/lib/errors.ts";
import { isApiRequest } from "./hardening/security-headers.ts";
import { readScreens } from "./screens.ts";
import { sessionCookies } from "../identity/sessions/cookies.ts";

/** Where `vite build` leaves the client. */
export const clientFolder = join(import.meta.dirname, "../../dist/web");

/** Screens that can be opened without signing in. */
const publicScreens = new Set([
  "/auth",
  "/forgot-password",
  "/reset-password",
  "/verify",
  "/partners",
  "/partnerali932",
]);

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/**
 * Serves the built client: its files, and its page at every other address, with 404 unless the address is
 * that of a screen. The client then shows its own not-found screen.
 */
export async function registerWebClient(
  server: FastifyInstance,
  config: Pick<Config, "firmName" | "partnerFragment">,
): Promise<void> {
  const page = await readPage(config);
  if (page === undefined) server.log.warn("the web client is not built: run npm run build");
  const isScreen = page === undefined ? () => false : await readScreens(clientFolder);
  if (page !== undefined) {
    await server.register(fastifyStatic, {
      root: clientFolder,
      // One route per file: folders, paths out of them, and the page with its placeholders cannot be
      // requested.
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
      .code(isScreen(pathOf(request)) ? 200 : 404)
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

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0]!;
}

/** A public screen and no trader's cookie: the client does not need to ask who is signed in. */
function isForVisitor(request: FastifyRequest): boolean {
  return publicScreens.has(pathOf(request)) && sessionCookies(request).read("trader") === undefined;
}

/** An address that a person opens, as opposed to a call or a missing file. */
function wantsPage(request: FastifyRequest): boolean {
  const { method } = request;
  const isFile = /\.\w{1,8}$/.test(pathOf(request));
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
