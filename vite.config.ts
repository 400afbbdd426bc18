import { join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** How many pages must share a module before it is joined with others: see `sharedParts`. */
const SHARED_BY = 3;

/** index.html is not precompressed: the server renders it for every request. */
const compressible = /\.(?:js|css|svg)$/;
const bestQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const compress = promisify(brotliCompress);

/** Writes a `.br` beside every text file, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    // The files on disk are final; plugins still change the bundle in memory.
    async writeBundle({ dir = "." }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name);
          await writeFile(`${file}.br`, await compress(await readFile(file), bestQuality));
        }),
      );
    },
  };
}

/** Every screen uses the text font; preloading it avoids a flash of the fallback font. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-wght-.*woff2$/.test(name),
        );
        if (!font) return [];
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${font}`,
          crossorigin: "",
        };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/** In production, the server replaces these placeholders in index.html on every request. */
function fillPlaceholders(): Plugin {
  const values: Record<string, string> = {
    __FIRM_NAME__: process.env.FIRM_NAME ?? "Propdesk",
    __LOGO__: "",
    __TERMS__: "",
    __PRIVACY__: "",
    __SUPPORT__: "",
    __PARTNER_FRAGMENT__: process.env.PARTNER_FRAGMENT ?? "ali932",
    __CSP_NONCE__: "",
    __SESSION__: "",
  };
  return {
    name: "fill-placeholders",
    apply: "serve",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(/__[A-Z_]+__/g, (name) => values[name] ?? name),
    },
  };
}

/**
 * Lists the paths of the screens for the server, which answers 404 for any other address. They are those
 * of the generated route tree, so that the two cannot differ.
 */
function listScreens(): Plugin {
  return {
    name: "list-screens",
    apply: "build",
    async generateBundle() {
      const tree = await readFile(join(import.meta.dirname, "web/route-tree.gen.ts"), "utf8");
      const union = /\bto:((?:\s*\|?\s*"[^"]*")+);/.exec(tree)?.[1];
      if (!union) throw new Error("web/route-tree.gen.ts lists no paths");
      const paths = Array.from(union.matchAll(/"([^"]*)"/g), ([, path]) => path);
      this.emitFile({
        type: "asset",
        fileName: ".vite/screens.json",
        source: JSON.stringify(paths.toSorted(), null, 2),
      });
    },
  };
}

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

type Direction = "importers" | "importedIds";

/** The modules that import a module, or that it imports, directly or through others. */
function reach(id: string, direction: Direction, modules: Modules, found = new Set<string>()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of modules.getModuleInfo(id)?.[direction] ?? []) {
    reach(next, direction, modules, found);
  }
  return found;
}

/**
 * Puts the modules that every page needs into one chunk. The bundler would split them for later chunks
 * that share them, which gains nothing: no page works without all of them.
 */
function everyPage() {
  const entry = join(import.meta.dirname, "web/main.tsx");
  const known = new Map([[entry, true]]);
  function isNeeded(id: string, modules: Modules): boolean {
    const found = known.get(id);
    if (found !== undefined) return found;
    known.set(id, false);
    const importers = modules.getModuleInfo(id)?.importers ?? [];
    const needed = importers.some((importer) => isNeeded(importer, modules));
    known.set(id, needed);
    return needed;
  }
  return (id: string, modules: Modules) =>
    id !== entry && isNeeded(id, modules) ? "every-page" : null;
}

const isOwn = /^(?!.*\/node_modules\/).*(?<!\.schema)\.tsx?(?:$|\?)|\.css$|\/date-fns\//;
const isRoute = /\/web\/routes\/.*\?tsr-split/;
const isHeavy = /\/node_modules\/(?:@mui|zod|react-hook-form|uplot)\//;

/**
 * Joins the small modules that several pages share, of which a page would otherwise fetch dozens of files:
 * each is smaller than the request for it, and than its name in the first load. Modules of the page at
 * `/auth` are a group of their own, so that it does not load the others.
 */
function sharedParts(id: string, modules: Modules) {
  if (!isOwn.test(id)) return null;
  const routes = [...reach(id, "importers", modules)].filter((module) => isRoute.test(module));
  if (routes.length < SHARED_BY) return null;
  if ([...reach(id, "importedIds", modules)].some((module) => isHeavy.test(module))) return null;
  return routes.some((route) => route.includes("/auth.tsx")) ? "fields" : "parts";
}

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  html: { cspNonce: "__CSP_NONCE__" },
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: "./routes",
      generatedRouteTree: "./route-tree.gen.ts",
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
      // Otherwise loaders are part of the first load, and those of administrators import a lot.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) =>
          routeId.startsWith("/admin") ? [["loader", "component"]] : undefined,
      },
      disableLogging: true,
      tmpDir: join(import.meta.dirname, "node_modules/.cache/tanstack"),
    }),
    react(),
    precompress(),
    preloadFont(),
    listScreens(),
    fillPlaceholders(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    // The data grid is a single library, loaded only by administrators.
    chunkSizeWarningLimit: 600,
    // The first versions that support light-dark(), which the colours use.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: everyPage(), debugName: "every page" },
            { name: sharedParts, debugName: "parts shared by several pages" },
          ],
        },
        // The first load lists the files of all screens: without their names it is 1.4 kB smaller. The
        // manifest names them, and `npm run weight` prints its names.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css"))
            ? "assets/[hash:6][extname]"
            : "assets/[name]-[hash:6][extname]",
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    // With the slash: `api-error.ts` is a module of the client.
    proxy: { "/api/": `http://127.0.0.1:${process.env.API_PORT ?? 3001}` },
  },
});
