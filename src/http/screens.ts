import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns whether a path, without its query, is one of the web client's screens. */
export type IsScreen = (path: string) => boolean;

/** Reads the list of screens that the build derives from the client's route tree. */
export async function readScreens(clientFolder: string): Promise<IsScreen> {
  const json = await readFile(join(clientFolder, ".vite/screens.json"), "utf8");
  return matchScreens(JSON.parse(json) as string[]);
}

/**
 * @param routes in the notation of TanStack Router: `$id` matches one segment, `{-$code}` one or none, and `$` all
 *   remaining ones
 */
export function matchScreens(routes: string[]): IsScreen {
  const patterns = routes.map((route) => {
    const segments = route.split("/").filter(Boolean).map(segmentPattern);
    return new RegExp(`^${segments.join("")}/?$`, "i");
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function segmentPattern(segment: string): string {
  if (segment === "$") return "/.+";
  if (segment.startsWith("{-$")) return "(?:/[^/]+)?";
  if (segment.startsWith("$")) return "/[^/]+";
  return `/${RegExp.escape(segment)}`;
}
