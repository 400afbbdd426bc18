import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "..");

interface Chunk {
  fileName: string;
  isEntry: boolean;
  imports: string[];
  moduleIds: string[];
}

/**
 * Lists the screens for the server, which answers 404 for any other address, with the scripts that each needs besides
 * those of every page. The paths are those of the generated route tree, so that the two cannot differ.
 */
export function listScreens(): Plugin {
  return {
    name: "list-screens",
    apply: "build",
    async generateBundle(_options, bundle) {
      const tree = await readFile(join(root, "web/route-tree.gen.ts"), "utf8");
      const union = /\bto:((?:\s*\|?\s*"[^"]*")+);/.exec(tree)?.[1];
      if (!union) throw new Error("web/route-tree.gen.ts lists no paths");
      const paths = Array.from(union.matchAll(/"([^"]*)"/g), ([, path]) => path!).toSorted();
      const scripts = findScripts(Object.values(bundle).filter((file) => file.type === "chunk"));
      this.emitFile({
        type: "asset",
        fileName: ".vite/screens.json",
        source: JSON.stringify(
          Object.fromEntries(paths.map((path) => [path, scripts(path)])),
          null,
          2,
        ),
      });
    },
  };
}

/** Returns a function that finds the scripts of a screen, without those of every page. */
function findScripts(chunks: Chunk[]) {
  const chunksByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  function collect(file: string, found: Set<string>): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    for (const imported of chunksByFile.get(file)?.imports ?? []) collect(imported, found);
    return found;
  }
  const everyPage = new Set<string>();
  for (const { isEntry, fileName } of chunks) if (isEntry) collect(fileName, everyPage);
  const routes = chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds.flatMap((id) => {
      const name = routeName(id);
      return name === undefined ? [] : [{ name, fileName }];
    }),
  );
  return (path: string): string[] => {
    const screens = routes.filter(({ name }) => pathOf(name) === path);
    // A screen in the folder `admin` is shown within the layout `admin.tsx`.
    const isNeeded = (name: string) =>
      screens.some((screen) => screen.name === name || screen.name.startsWith(`${name}/`));
    const found = new Set<string>();
    for (const { name, fileName } of routes) if (isNeeded(name)) collect(fileName, found);
    return [...found.difference(everyPage)];
  };
}

/** Returns the name of the route that a module is the component of, such as `admin/users_.$id`. */
function routeName(id: string): string | undefined {
  return /\/web\/routes\/(.*)\.tsx\?tsr-split/.exec(id)?.[1];
}

/** Returns the path of a route in the notation of TanStack Router: `admin/users_.$id` has the path `/admin/users/$id`. */
function pathOf(name: string): string {
  const segments = name.split(/[./]/).filter((segment) => !/^(?:_.*|index)$/.test(segment));
  return `/${segments.map((segment) => segment.replace(/_$/, "")).join("/")}`;
}
