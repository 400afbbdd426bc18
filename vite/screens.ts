import type { Plugin } from "vite";
import { reach } from "./reach.ts";
import { pathOf, routeName } from "./routes.ts";

interface Chunk {
  fileName: string;
  isEntry: boolean;
  imports: string[];
  moduleIds: string[];
}

/**
 * Lists the screens for the server, which answers 404 for any other address, with the scripts that each needs besides
 * those of every page.
 */
export function listScreens(): Plugin {
  return {
    name: "list-screens",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      this.emitFile({
        type: "asset",
        fileName: ".vite/screens.json",
        source: JSON.stringify(findScreens(chunks), null, 2),
      });
    },
  };
}

/** Returns the scripts of each screen by its path, without those of every page. */
function findScreens(chunks: Chunk[]): Record<string, string[]> {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const withImports = (files: string[]) => {
    const found = new Set<string>();
    for (const file of files) reach(file, (each) => importsOf.get(each) ?? [], found);
    return found;
  };
  const everyPage = withImports(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  );
  const routes = chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds.flatMap((id) => {
      const name = routeName(id);
      return name === undefined ? [] : [{ name, fileName }];
    }),
  );
  const paths = new Set(routes.map(({ name }) => pathOf(name)));
  const screens = [...paths].toSorted().map((path) => {
    const shown = routes.filter(({ name }) => pathOf(name) === path);
    // A screen in the folder `admin` is shown within the layout `admin.tsx`.
    const needed = routes.filter(({ name }) =>
      shown.some((route) => route.name === name || route.name.startsWith(`${name}/`)),
    );
    const files = withImports(needed.map(({ fileName }) => fileName));
    return [path, [...files.difference(everyPage)]];
  });
  return Object.fromEntries(screens) as Record<string, string[]>;
}
