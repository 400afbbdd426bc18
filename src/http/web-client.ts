import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import superjson from "superjson";
import { accentShades } from "../business/office/brand/accent.rule.ts";
import {
  type Brand,
  logoPath,
  noBrand,
  presentBrand,
  readBrand,
} from "../business/office/brand/brand.ts";
import type { Context } from "../platform/context.ts";
import { RefusalError } from "../platform/errors.ts";
import { isApiRequest } from "./hardening/security-headers.ts";
import { type Area, type PageSession, readForPage, readPageSession } from "./page-session.ts";
import { matchScreens, readScreens } from "./screens.ts";
import { clientFolder } from "./build-client.ts";

/** Screens that can be opened without signing in. */
const isPublicScreen = matchScreens([
  "/auth",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/confirm-second-factor",
  "/not-me",
  "/stop-recovery",
  "/verify",
  "/certificates/verify/{-$code}",
  "/partners",
  "/partnerali932",
]);

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/**
 * Serves the files of the built client, and its page at all other addresses. Unless the address is that of a screen,
 * the status is 404 and the client shows its not-found screen.
 */
export async function registerWebClient(server: FastifyInstance, context: Context): Promise<void> {
  const page = await readPage(context);
  if (page === undefined) server.log.warn("the web client is not built: run npm run build");
  const findScreen = page === undefined ? () => undefined : await readScreens(clientFolder);
  if (page !== undefined) {
    await server.register(fastifyStatic, {
      root: clientFolder,
      // With one route per file, nothing else can be requested: no folders, no files outside the client, and not the
      // page with its placeholders.
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
  const present = createBrandReader(context);
  server.setNotFoundHandler(async (request, reply) => {
    if (page === undefined || !isPageRequest(request))
      throw new RefusalError("not-found", "Not found");
    const path = pathOf(request);
    const area = areaOf(path);
    const [brand, session] = await Promise.all([
      present(),
      readPageSession(context, request, area),
    ]);
    const screen = findScreen(path);
    // Without a session, the client shows the sign-in screen instead of the trader's.
    const mustSignIn = screen && area === "trader" && !session.trader;
    // Must not be cached: a page restored from a cache could show a session that has ended.
    return reply
      .code(screen ? 200 : 404)
      .header("Cache-Control", "no-store")
      .type("text/html; charset=utf-8")
      .send(
        renderPage(page, {
          brand,
          session,
          scripts: (mustSignIn ? findScreen("/auth") : screen)?.scripts ?? [],
          nonce: reply.cspNonce.script,
        }),
      );
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0]!;
}

function areaOf(path: string): Area {
  if (isPublicScreen(path)) return "public";
  return /^\/admin(?:\/|$)/i.test(path) ? "administrator" : "trader";
}

/** Returns whether a request is for a page, as opposed to a call or a missing file. */
function isPageRequest(request: FastifyRequest): boolean {
  const { method } = request;
  const isFile = /\.\w{1,8}$/.test(pathOf(request));
  return (method === "GET" || method === "HEAD") && !isApiRequest(request) && !isFile;
}

/**
 * Returns a function that reads the brand for each page, so that changes appear on every instance at once. If the
 * database is not available, it returns the brand that was read last.
 */
function createBrandReader({ config, database, log }: Context): () => Promise<Brand> {
  let last = presentBrand(noBrand, config.firmName);
  return () =>
    readForPage(
      readBrand(database.kysely, config).then((brand) => (last = brand)),
      () => last,
      (error) => log.warn({ err: error }, "a page was served with the last known brand"),
    );
}

interface PageContent {
  brand: Brand;
  session: PageSession;
  /** The files of the screen. */
  scripts: string[];
  nonce: string;
}

/** Fills in the placeholders of the page, all at once, so that a value that looks like a placeholder stays as it is. */
function renderPage(page: string, { brand, session, scripts, nonce }: PageContent): string {
  const { name, logoKey, termsUrl, privacyUrl, supportAddress } = brand;
  const support = supportAddress?.includes("@") && !supportAddress.includes("://");
  const values: Record<string, string> = {
    __FIRM_NAME__: name,
    __LOGO__: logoKey === null ? "" : logoPath(logoKey),
    __TERMS__: termsUrl ?? "",
    __PRIVACY__: privacyUrl ?? "",
    __SUPPORT__: support ? `mailto:${supportAddress}` : (supportAddress ?? ""),
    __CSP_NONCE__: nonce,
    __SESSION__: superjson.stringify(session),
  };
  return withScripts(withBrand(page, brand), scripts).replace(/__[A-Z_]+__/g, (placeholder) =>
    escapeAttribute(values[placeholder] ?? placeholder),
  );
}

/** Adds links to the scripts of the screen, which the browser would otherwise only find once the first script runs. */
function withScripts(page: string, scripts: string[]): string {
  const links = scripts.map(
    (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  );
  return page.replace("</head>", `${links.join("")}</head>`);
}

/** Adds the firm's colours and logo. Colours are validated when they are saved, so the style needs no escaping. */
function withBrand(page: string, { accent, logoKey }: Brand): string {
  const styled = accent === null ? page : page.replace("</head>", `${accentStyle(accent)}</head>`);
  if (logoKey === null) return styled;
  const url = escapeAttribute(logoPath(logoKey));
  return styled
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${url}">`)
    .replace(/(<img class="splash" src=")[^"]*/, `$1${url}`);
}

/** Renders the firm's colours, with a higher specificity than `web/theme/tokens.css`, which is loaded later. */
function accentStyle(accent: string): string {
  const [light, dark] = [accentShades(accent, "light"), accentShades(accent, "dark")];
  const both = (shade: keyof typeof light) => `light-dark(${light[shade]},${dark[shade]})`;
  const rules = `--accent:${both("accent")};--accent-fill:${both("fill")};--accent-fill-hover:${both("fillHover")};--accent-wash:${both("wash")}`;
  return `<style nonce="__CSP_NONCE__">html:root{${rules}}</style>`;
}

async function readPage({ config }: Context): Promise<string | undefined> {
  const page = await readFile(join(clientFolder, "index.html"), "utf8").catch(() => undefined);
  return page?.replaceAll("__PARTNER_FRAGMENT__", escapeAttribute(config.partnerFragment));
}
