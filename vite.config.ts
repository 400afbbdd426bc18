import { join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { type Compression, recordBuild } from "./src/http/build-client.ts";
import { groupByScreens } from "./vite/groups.ts";
import { fillPlaceholders, loadScriptsLast, preloadFont } from "./vite/page.ts";
import { listScreens } from "./vite/screens.ts";

/** index.html is not precompressed: the server renders it for every request. */
const compressible = /\.(?:js|css|svg)$/;
const compression: Compression = process.env.CLIENT_COMPRESSION === "fast" ? "fast" : "best";
const quality = { best: constants.BROTLI_MAX_QUALITY, fast: constants.BROTLI_MIN_QUALITY };
const compress = promisify(brotliCompress);

/** Writes a `.br` beside every text file, so that the server never compresses at run time. */
function precompress(): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality[compression] };
  return {
    name: "precompress",
    apply: "build",
    // The files on disk are final; plugins still change the bundle in memory.
    async writeBundle({ dir = "." }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name);
          await writeFile(`${file}.br`, await compress(await readFile(file), { params }));
        }),
      );
    },
  };
}

/** Lists the files that the build was made from, so that the next start only builds if one of them has changed. */
function recordSources(): Plugin {
  let startedAt = 0;
  return {
    name: "record-sources",
    apply: "build",
    buildStart() {
      startedAt = Date.now();
    },
    async generateBundle() {
      const record = await recordBuild([...this.getModuleIds()], compression, startedAt);
      const source = JSON.stringify(record, null, 2);
      this.emitFile({ type: "asset", fileName: ".vite/sources.json", source });
    },
  };
}

const groups = groupByScreens();

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
    loadScriptsLast(),
    groups.plugin,
    listScreens(),
    recordSources(),
    fillPlaceholders(),
  ],
  // Routes name dialogs in the types of their searches, which must not load their code with the first page.
  oxc: { typescript: { onlyRemoveTypeImports: false } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // One file of 20 kB instead of one of 3 kB and several for each screen.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    // The data grid is a single library, loaded only by administrators.
    chunkSizeWarningLimit: 600,
    // The first versions that support light-dark(), which the colours use.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reports nothing about the client, only how long each plugin took.
      checks: { pluginTimings: false },
      // Rules are pure: a screen loads none of which it uses nothing.
      treeshake: { moduleSideEffects: [{ test: /\.rule\.ts$/, sideEffects: false }] },
      output: {
        // Otherwise each screen loads dozens of files.
        codeSplitting: {
          // A group takes the modules that it names, not also what they import: that may be in another one.
          includeDependenciesRecursively: false,
          groups: [{ name: "first", tags: ["$initial"], priority: 1 }, { name: groups.nameOf }],
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
