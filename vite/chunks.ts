import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const entry = join(root, "web/main.tsx");

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

type Direction = "importers" | "importedIds";

/** The modules that import a module, or that it imports, directly or through others, and itself. */
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

/** How many pages must share a module before it is joined with those of `/auth`, whose size has a budget. */
const SHARED_BY = 3;

/** The shared chunks: of these, a module imports only its own or an earlier one. */
const shared = ["fields", "parts", "trader", "admin"] as const;
type SharedChunk = (typeof shared)[number];

/**
 * Joins modules that would otherwise be dozens of files, each smaller than the request for it and than its
 * name in the first load: those that `/auth` shares with other pages, those of several areas, all of the trader's
 * area, and those that several pages of the administrators' area share.
 */
function sharedChunk(id: string, modules: Modules): SharedChunk | null {
  if (!isOwn.test(id)) return null;
  const routes = [...reach(id, "importers", modules)].filter((module) => isRoute.test(module));
  if (routes.length === 0) return null;
  if ([...reach(id, "importedIds", modules)].some((module) => isHeavy.test(module))) return null;
  if (routes.some((route) => route.includes("/auth.tsx"))) {
    return routes.length < SHARED_BY ? null : "fields";
  }
  const areas = new Set(routes.map(areaOf));
  if (areas.size > 1) return "parts";
  if (areas.has("trader")) return "trader";
  const isLayout = routes.some((route) => route.includes("/routes/admin.tsx"));
  return areas.has("admin") && (routes.length > 1 || isLayout) ? "admin" : null;
}

function areaOf(route: string) {
  if (route.includes("/web/routes/_trader")) return "trader";
  return route.includes("/web/routes/admin") ? "admin" : "public";
}

/** How the bundler divides the client into files; it decides alone about all other modules. */
export const chunkGroups = [
  { name: everyPage(), debugName: "every page", priority: shared.length + 1 },
  // Otherwise, the grid alone would fetch a dozen files of one or two kilobytes.
  {
    name: "mui",
    test: /\/node_modules\/(?:@mui\/(?!x-)|@emotion\/|@popperjs\/|react-transition-group\/)/,
    minShareCount: 12,
  },
  ...shared.map((name, index) => ({
    name: (id: string, modules: Modules) => (sharedChunk(id, modules) === name ? name : null),
    debugName: name,
    // A group takes the modules that its own import along, unless one of a higher priority has them.
    priority: shared.length - index,
  })),
];
