import { join } from "node:path";
import { reach } from "./reach.ts";
import { routeName } from "./routes.ts";

const entry = join(import.meta.dirname, "../web/main.tsx");

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

const isOwn = /^(?!.*\/node_modules\/).*(?<!\.schema)\.tsx?(?:$|\?)|\.css$|\/date-fns\//;
const isHeavy = /\/node_modules\/(?:@mui|zod|react-hook-form|uplot)\//;

/** How many pages must share a module before it is joined with those of `/auth`, whose size has a budget. */
const SHARED_BY = 3;

/** The joined chunks: of these, a module imports only its own or an earlier one. */
const joined = ["every-page", "fields", "parts", "trader", "admin"] as const;
type JoinedChunk = (typeof joined)[number];

/**
 * Joins modules that would otherwise be dozens of files, each smaller than the request for it and than its name in the
 * first load. `every-page` has what no page works without. The others have what `/auth` shares with other pages, what
 * several areas share, all of the trader's area, and what several pages of the administrators' area share.
 */
function joinedChunk(id: string, modules: Modules): JoinedChunk | null {
  const importers = reach(id, (module) => modules.getModuleInfo(module)?.importers ?? []);
  if (importers.has(entry)) return id === entry ? null : "every-page";
  if (!isOwn.test(id)) return null;
  const routes = [...importers].flatMap((module) => routeName(module) ?? []);
  if (routes.length === 0) return null;
  const imports = reach(id, (module) => modules.getModuleInfo(module)?.importedIds ?? []);
  if ([...imports].some((module) => isHeavy.test(module))) return null;
  if (routes.includes("auth")) return routes.length < SHARED_BY ? null : "fields";
  const areas = new Set(routes.map(areaOf));
  if (areas.size > 1) return "parts";
  if (areas.has("trader")) return "trader";
  return areas.has("admin") && (routes.length > 1 || routes.includes("admin")) ? "admin" : null;
}

function areaOf(route: string) {
  if (route.startsWith("_trader")) return "trader";
  return route.startsWith("admin") ? "admin" : "public";
}

const chunks = new Map<string, JoinedChunk | null>();

/** Each group asks about every module. */
function chunkOf(id: string, modules: Modules): JoinedChunk | null {
  let chunk = chunks.get(id);
  if (chunk === undefined) chunks.set(id, (chunk = joinedChunk(id, modules)));
  return chunk;
}

/** How the bundler divides the client into files; it decides alone about all other modules. */
export const chunkGroups = [
  ...joined.map((name, index) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
    debugName: name,
    // A group takes the modules that its own import along, unless one of a higher priority has them.
    priority: joined.length - index,
  })),
  // Otherwise, the grid alone would fetch a dozen files of one or two kilobytes.
  {
    name: "mui",
    test: /\/node_modules\/(?:@mui\/(?!x-)|@emotion\/|@popperjs\/|react-transition-group\/)/,
    minShareCount: 12,
  },
];
